#!/usr/bin/env bash
# Step of the action: installs shoal. Without a package the checkout of the action itself is used.
set -euo pipefail

if [ -n "${SHOAL_PACKAGE:-}" ]; then
  npm install --global --no-fund --no-audit -- "$SHOAL_PACKAGE"
elif [ ! -d "$GITHUB_ACTION_PATH/node_modules" ]; then
  npm ci --prefix "$GITHUB_ACTION_PATH" --no-fund --no-audit
fi
