"""EstNER: from a web crawl's log to Linked Open Government Data. Knows nothing of Airflow."""
