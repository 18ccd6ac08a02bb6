-- The catalogue has a database of its own, beside Airflow's.
CREATE DATABASE catalogue;
