#!/usr/bin/env bash
# Start-up script of a worker machine on Google Compute Engine (Container-Optimized OS, spot machines welcome):
#   gcloud compute instance-templates create … --metadata-from-file startup-script=docker/gce-worker.sh \
#     --metadata estner-image=…,estner-environment=…
# `estner-environment` holds lines NAME=value: the broker, the API server, the secrets, ESTNER_STORE=gs://….
# A machine may be taken away at any moment: its shards are tried again elsewhere and go on after their last segment.
set -euo pipefail

metadata() {
  curl --fail --silent --show-error -H 'Metadata-Flavor: Google' \
    "http://metadata.google.internal/computeMetadata/v1/instance/attributes/$1"
}

umask 077
environment=/var/lib/estner-environment
metadata estner-environment > "$environment"
image=$(metadata estner-image)
exec docker run --rm --name estner-worker --network host --env-file "$environment" "$image" airflow celery worker
