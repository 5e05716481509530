#!/bin/sh
# Installs the peers exactly as locked, without running their install scripts, and generates the database client.
set -eu
cd "$(dirname "$0")"
npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
# Generating asks for the engine that changes schemas, downloads it, and does not use it: any program will do. Of `true`
# some shells print a bare word, since it is a command of their own.
PRISMA_SCHEMA_ENGINE_BINARY="$(node --print process.execPath)" CHECKPOINT_DISABLE=1 node node_modules/prisma/build/index.js generate
