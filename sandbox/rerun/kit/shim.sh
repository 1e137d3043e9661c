#!/bin/sh
# Stands before a runner on PATH under its name, and starts it with our reporter.
name=${0##*/}
here=${0%/*}
kit=${here%/*}
real=
old_ifs=$IFS
IFS=:
for folder in $PATH; do
	[ "$folder" = "$here" ] && continue
	if [ -f "$folder/$name" ] && [ -x "$folder/$name" ]; then
		real=$folder/$name
		break
	fi
done
IFS=$old_ifs
if [ -z "$real" ]; then
	echo "$name: not found" >&2
	exit 127
fi

with_node() {
	reporter="--test-reporter=$kit/node.mjs --test-reporter-destination=/dev/null"
	case " $* ${NODE_OPTIONS:-}" in
	*" --test-reporter-destination"*) ;;
	*" --test-reporter"*) reporter="$reporter --test-reporter-destination=stdout" ;;
	*) reporter="$reporter --test-reporter=spec --test-reporter-destination=stdout" ;;
	esac
	# Nodes before 18.15 refuse the option.
	if NODE_OPTIONS="$reporter" "$real" --version >/dev/null 2>&1; then
		export NODE_OPTIONS="$reporter${NODE_OPTIONS:+ $NODE_OPTIONS}"
	fi
	exec "$real" "$@"
}

case $name in
python* | pytest | py.test | tox | nox | nose* | coverage | trial | stestr)
	PYTHONPATH="$kit/py${PYTHONPATH:+:$PYTHONPATH}" exec "$real" "$@"
	;;
go)
	[ "$1" = test ] || exec "$real" "$@"
	shift
	# Output of the tests would fill the report.
	{
		"$real" test -json "$@"
		echo $? >"/tmp/.go-$$"
	} | grep -v '"Action":"output"' >"$T_REPORT/${kit##*/}-go-$$"
	read -r code <"/tmp/.go-$$"
	exit "$code"
	;;
node)
	for argument in "$@"; do
		case $argument in
		*/jest/bin/jest.js | */jest-cli/bin/jest.js | */.bin/jest)
			exec "$real" "$@" --reporters=default "--reporters=$kit/jest.cjs"
			;;
		*/vitest/vitest.mjs | */.bin/vitest)
			exec "$real" "$@" --reporter=default "--reporter=$kit/vitest.mjs"
			;;
		--test | --test=* | *.test.?js | *.test.js | */test/* | test/*) with_node "$@" ;;
		esac
	done
	exec "$real" "$@"
	;;
*)
	exec "$real" "$@"
	;;
esac
