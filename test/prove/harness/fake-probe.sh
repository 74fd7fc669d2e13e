#!/bin/sh
# A fake probe. It lists the devices in `devices.json` beside it. Its locks are real.
here=$(dirname "$0")
case $1 in
devices)
  cat "$here/devices.json"
  ;;
lock)
  exec 9>>"$2" || exit 1
  if flock -n 9; then
    echo '{"locked":true}'
    cat >/dev/null
  else
    echo '{"locked":false}'
  fi
  ;;
esac
