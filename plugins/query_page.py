"""Puts the query page, which is a service of its own, into Airflow's navigation."""

from airflow.plugins_manager import AirflowPlugin

from estner_ops import settings


class QueryPage(AirflowPlugin):
    name = "estner_query_page"
    external_views = [  # noqa: RUF012 Airflow reads the class attribute
        {"name": "EstNER query page", "href": settings.load().api_url, "destination": "nav", "category": "browse"},
    ]
