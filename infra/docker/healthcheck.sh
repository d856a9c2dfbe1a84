#!/bin/bash
# Container health check: requests /readyz on INTERNAL_PORT. Exits with 0 for an HTTP 200, otherwise with 1. Uses bash's
# /dev/tcp, because starting Node for each probe would be slow.
set -u

port="${INTERNAL_PORT:-9000}"
exec 3<>"/dev/tcp/127.0.0.1/${port}" || exit 1
printf 'GET /readyz HTTP/1.0\r\nHost: localhost\r\nConnection: close\r\n\r\n' >&3
IFS= read -r -t 4 status <&3 || exit 1
echo "${status%$'\r'}"
[[ "${status}" == HTTP/1.?' 200'* ]]
