"""lock/excluded.txt leaves out most of what provider-google drags along: what we use of it must still import."""

import subprocess
import sys

import pytest

USED = [
    "airflow.providers.google.cloud.hooks.compute",
    "airflow.providers.google.cloud.hooks.gcs",
    "airflow.providers.google.cloud.operators.compute",
    "airflow.providers.google.cloud.log.gcs_task_handler",
    "airflow.providers.google.cloud.fs.gcs",
    "airflow.providers.celery.executors.celery_executor",
]


@pytest.mark.slow
def test_what_we_use_of_trimmed_packages_imports() -> None:
    code = "; ".join(f"import {module}" for module in USED)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
