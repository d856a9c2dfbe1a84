#!/bin/bash
# Container health check: asks the process for /readyz on INTERNAL_PORT, without the cost of starting Node.
# Exits 0 for an HTTP 200, 1 otherwise. Bash opens the connection itself (/dev/tcp).
set -u

port="${INTERNAL_PORT:-9000}"
exec 3<>"/dev/tcp/127.0.0.1/${port}" || exit 1
printf 'GET /readyz HTTP/1.0\r\nHost: localhost\r\nConnection: close\r\n\r\n' >&3
IFS= read -r -t 4 status <&3 || exit 1
echo "${status%$'\r'}"
[[ "${status}" == HTTP/1.?' 200'* ]]
