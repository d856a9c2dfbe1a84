#!/bin/sh
# Creates the two buckets and an access key limited to their objects. Idempotent. Uses only shell builtins, cat and mc,
# because the image contains little more.
set -eu

secrets="${SECRETS_DIR:-/run/secrets}"
endpoint="${MINIO_ADDRESS:-minio:9000}"
policy="${POLICY_FILE:-/etc/docfolio/minio-policy.json}"

root_password="$(cat "$secrets/minio_root_password")"
access_key="$(cat "$secrets/minio_access_key")"
secret_key="$(cat "$secrets/minio_secret_key")"

# Secrets are passed by environment and standard input: other processes can read arguments.
export MC_HOST_store="http://$MINIO_ROOT_USER:$root_password@$endpoint"

for bucket in docfolio-leads blog-images; do
  mc mb --ignore-existing "store/$bucket"
done

mc admin policy create store docfolio "$policy"
printf '%s\n%s\n' "$access_key" "$secret_key" | mc admin user add store
case "$(mc admin user info store "$access_key" --json)" in
  *docfolio*) echo 'The policy is attached already.' ;;
  *) mc admin policy attach store docfolio --user "$access_key" ;;
esac
