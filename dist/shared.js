import { __commonJSMin, __require } from "./rolldown-runtime.js";
// node_modules/ms/index.js
var require_ms = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	/**
	* Helpers.
	*/
	var s = 1e3;
	var m = s * 60;
	var h = m * 60;
	var d = h * 24;
	var w = d * 7;
	var y = d * 365.25;
	/**
	* Parse or format the given `val`.
	*
	* Options:
	*
	*  - `long` verbose formatting [false]
	*
	* @param {String|Number} val
	* @param {Object} [options]
	* @throws {Error} throw an error if val is not a non-empty string or a number
	* @return {String|Number}
	* @api public
	*/
	module.exports = function(val, options) {
		options = options || {};
		var type = typeof val;
		if (type === "string" && val.length > 0) return parse(val);
		else if (type === "number" && isFinite(val)) return options.long ? fmtLong(val) : fmtShort(val);
		throw new Error("val is not a non-empty string or a valid number. val=" + JSON.stringify(val));
	};
	/**
	* Parse the given `str` and return milliseconds.
	*
	* @param {String} str
	* @return {Number}
	* @api private
	*/
	function parse(str) {
		str = String(str);
		if (str.length > 100) return;
		var match = /^(-?(?:\d+)?\.?\d+) *(milliseconds?|msecs?|ms|seconds?|secs?|s|minutes?|mins?|m|hours?|hrs?|h|days?|d|weeks?|w|years?|yrs?|y)?$/i.exec(str);
		if (!match) return;
		var n = parseFloat(match[1]);
		switch ((match[2] || "ms").toLowerCase()) {
			case "years":
			case "year":
			case "yrs":
			case "yr":
			case "y": return n * y;
			case "weeks":
			case "week":
			case "w": return n * w;
			case "days":
			case "day":
			case "d": return n * d;
			case "hours":
			case "hour":
			case "hrs":
			case "hr":
			case "h": return n * h;
			case "minutes":
			case "minute":
			case "mins":
			case "min":
			case "m": return n * m;
			case "seconds":
			case "second":
			case "secs":
			case "sec":
			case "s": return n * s;
			case "milliseconds":
			case "millisecond":
			case "msecs":
			case "msec":
			case "ms": return n;
			default: return;
		}
	}
	/**
	* Short format for `ms`.
	*
	* @param {Number} ms
	* @return {String}
	* @api private
	*/
	function fmtShort(ms) {
		var msAbs = Math.abs(ms);
		if (msAbs >= d) return Math.round(ms / d) + "d";
		if (msAbs >= h) return Math.round(ms / h) + "h";
		if (msAbs >= m) return Math.round(ms / m) + "m";
		if (msAbs >= s) return Math.round(ms / s) + "s";
		return ms + "ms";
	}
	/**
	* Long format for `ms`.
	*
	* @param {Number} ms
	* @return {String}
	* @api private
	*/
	function fmtLong(ms) {
		var msAbs = Math.abs(ms);
		if (msAbs >= d) return plural(ms, msAbs, d, "day");
		if (msAbs >= h) return plural(ms, msAbs, h, "hour");
		if (msAbs >= m) return plural(ms, msAbs, m, "minute");
		if (msAbs >= s) return plural(ms, msAbs, s, "second");
		return ms + " ms";
	}
	/**
	* Pluralization helper.
	*/
	function plural(ms, msAbs, n, name) {
		var isPlural = msAbs >= n * 1.5;
		return Math.round(ms / n) + " " + name + (isPlural ? "s" : "");
	}
}));
// node_modules/debug/src/common.js
var require_common = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	/**
	* This is the common logic for both the Node.js and web browser
	* implementations of `debug()`.
	*/
	function setup(env) {
		createDebug.debug = createDebug;
		createDebug.default = createDebug;
		createDebug.coerce = coerce;
		createDebug.disable = disable;
		createDebug.enable = enable;
		createDebug.enabled = enabled;
		createDebug.humanize = require_ms();
		createDebug.destroy = destroy;
		Object.keys(env).forEach((key) => {
			createDebug[key] = env[key];
		});
		/**
		* The currently active debug mode names, and names to skip.
		*/
		createDebug.names = [];
		createDebug.skips = [];
		/**
		* Map of special "%n" handling functions, for the debug "format" argument.
		*
		* Valid key names are a single, lower or upper-case letter, i.e. "n" and "N".
		*/
		createDebug.formatters = {};
		/**
		* Selects a color for a debug namespace
		* @param {String} namespace The namespace string for the debug instance to be colored
		* @return {Number|String} An ANSI color code for the given namespace
		* @api private
		*/
		function selectColor(namespace) {
			let hash = 0;
			for (let i = 0; i < namespace.length; i++) {
				hash = (hash << 5) - hash + namespace.charCodeAt(i);
				hash |= 0;
			}
			return createDebug.colors[Math.abs(hash) % createDebug.colors.length];
		}
		createDebug.selectColor = selectColor;
		/**
		* Create a debugger with the given `namespace`.
		*
		* @param {String} namespace
		* @return {Function}
		* @api public
		*/
		function createDebug(namespace) {
			let prevTime;
			let enableOverride = null;
			let namespacesCache;
			let enabledCache;
			function debug(...args) {
				if (!debug.enabled) return;
				const self = debug;
				const curr = Number(/* @__PURE__ */ new Date());
				self.diff = curr - (prevTime || curr);
				self.prev = prevTime;
				self.curr = curr;
				prevTime = curr;
				args[0] = createDebug.coerce(args[0]);
				if (typeof args[0] !== "string") args.unshift("%O");
				let index = 0;
				args[0] = args[0].replace(/%([a-zA-Z%])/g, (match, format) => {
					if (match === "%%") return "%";
					index++;
					const formatter = createDebug.formatters[format];
					if (typeof formatter === "function") {
						const val = args[index];
						match = formatter.call(self, val);
						args.splice(index, 1);
						index--;
					}
					return match;
				});
				createDebug.formatArgs.call(self, args);
				(self.log || createDebug.log).apply(self, args);
			}
			debug.namespace = namespace;
			debug.useColors = createDebug.useColors();
			debug.color = createDebug.selectColor(namespace);
			debug.extend = extend;
			debug.destroy = createDebug.destroy;
			Object.defineProperty(debug, "enabled", {
				enumerable: true,
				configurable: false,
				get: () => {
					if (enableOverride !== null) return enableOverride;
					if (namespacesCache !== createDebug.namespaces) {
						namespacesCache = createDebug.namespaces;
						enabledCache = createDebug.enabled(namespace);
					}
					return enabledCache;
				},
				set: (v) => {
					enableOverride = v;
				}
			});
			if (typeof createDebug.init === "function") createDebug.init(debug);
			return debug;
		}
		function extend(namespace, delimiter) {
			const newDebug = createDebug(this.namespace + (typeof delimiter === "undefined" ? ":" : delimiter) + namespace);
			newDebug.log = this.log;
			return newDebug;
		}
		/**
		* Enables a debug mode by namespaces. This can include modes
		* separated by a colon and wildcards.
		*
		* @param {String} namespaces
		* @api public
		*/
		function enable(namespaces) {
			createDebug.save(namespaces);
			createDebug.namespaces = namespaces;
			createDebug.names = [];
			createDebug.skips = [];
			const split = (typeof namespaces === "string" ? namespaces : "").trim().replace(/\s+/g, ",").split(",").filter(Boolean);
			for (const ns of split) if (ns[0] === "-") createDebug.skips.push(ns.slice(1));
			else createDebug.names.push(ns);
		}
		/**
		* Checks if the given string matches a namespace template, honoring
		* asterisks as wildcards.
		*
		* @param {String} search
		* @param {String} template
		* @return {Boolean}
		*/
		function matchesTemplate(search, template) {
			let searchIndex = 0;
			let templateIndex = 0;
			let starIndex = -1;
			let matchIndex = 0;
			while (searchIndex < search.length) if (templateIndex < template.length && (template[templateIndex] === search[searchIndex] || template[templateIndex] === "*")) {
				if (template[templateIndex] === "*") {
					starIndex = templateIndex;
					matchIndex = searchIndex;
					templateIndex++;
				} else {
					searchIndex++;
					templateIndex++;
				}
			} else if (starIndex !== -1) {
				templateIndex = starIndex + 1;
				matchIndex++;
				searchIndex = matchIndex;
			} else return false;
			while (templateIndex < template.length && template[templateIndex] === "*") templateIndex++;
			return templateIndex === template.length;
		}
		/**
		* Disable debug output.
		*
		* @return {String} namespaces
		* @api public
		*/
		function disable() {
			const namespaces = [...createDebug.names, ...createDebug.skips.map((namespace) => "-" + namespace)].join(",");
			createDebug.enable("");
			return namespaces;
		}
		/**
		* Returns true if the given mode name is enabled, false otherwise.
		*
		* @param {String} name
		* @return {Boolean}
		* @api public
		*/
		function enabled(name) {
			for (const skip of createDebug.skips) if (matchesTemplate(name, skip)) return false;
			for (const ns of createDebug.names) if (matchesTemplate(name, ns)) return true;
			return false;
		}
		/**
		* Coerce `val`.
		*
		* @param {Mixed} val
		* @return {Mixed}
		* @api private
		*/
		function coerce(val) {
			if (val instanceof Error) return val.stack || val.message;
			return val;
		}
		/**
		* XXX DO NOT USE. This is a temporary stub function.
		* XXX It WILL be removed in the next major release.
		*/
		function destroy() {
			console.warn("Instance method `debug.destroy()` is deprecated and no longer does anything. It will be removed in the next major version of `debug`.");
		}
		createDebug.enable(createDebug.load());
		return createDebug;
	}
	module.exports = setup;
}));
// node_modules/debug/src/browser.js
var require_browser = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	/**
	* This is the web browser implementation of `debug()`.
	*/
	exports.formatArgs = formatArgs;
	exports.save = save;
	exports.load = load;
	exports.useColors = useColors;
	exports.storage = localstorage();
	exports.destroy = (() => {
		let warned = false;
		return () => {
			if (!warned) {
				warned = true;
				console.warn("Instance method `debug.destroy()` is deprecated and no longer does anything. It will be removed in the next major version of `debug`.");
			}
		};
	})();
	/**
	* Colors.
	*/
	exports.colors = [
		"#0000CC",
		"#0000FF",
		"#0033CC",
		"#0033FF",
		"#0066CC",
		"#0066FF",
		"#0099CC",
		"#0099FF",
		"#00CC00",
		"#00CC33",
		"#00CC66",
		"#00CC99",
		"#00CCCC",
		"#00CCFF",
		"#3300CC",
		"#3300FF",
		"#3333CC",
		"#3333FF",
		"#3366CC",
		"#3366FF",
		"#3399CC",
		"#3399FF",
		"#33CC00",
		"#33CC33",
		"#33CC66",
		"#33CC99",
		"#33CCCC",
		"#33CCFF",
		"#6600CC",
		"#6600FF",
		"#6633CC",
		"#6633FF",
		"#66CC00",
		"#66CC33",
		"#9900CC",
		"#9900FF",
		"#9933CC",
		"#9933FF",
		"#99CC00",
		"#99CC33",
		"#CC0000",
		"#CC0033",
		"#CC0066",
		"#CC0099",
		"#CC00CC",
		"#CC00FF",
		"#CC3300",
		"#CC3333",
		"#CC3366",
		"#CC3399",
		"#CC33CC",
		"#CC33FF",
		"#CC6600",
		"#CC6633",
		"#CC9900",
		"#CC9933",
		"#CCCC00",
		"#CCCC33",
		"#FF0000",
		"#FF0033",
		"#FF0066",
		"#FF0099",
		"#FF00CC",
		"#FF00FF",
		"#FF3300",
		"#FF3333",
		"#FF3366",
		"#FF3399",
		"#FF33CC",
		"#FF33FF",
		"#FF6600",
		"#FF6633",
		"#FF9900",
		"#FF9933",
		"#FFCC00",
		"#FFCC33"
	];
	/**
	* Currently only WebKit-based Web Inspectors, Firefox >= v31,
	* and the Firebug extension (any Firefox version) are known
	* to support "%c" CSS customizations.
	*
	* TODO: add a `localStorage` variable to explicitly enable/disable colors
	*/
	function useColors() {
		if (typeof window !== "undefined" && window.process && (window.process.type === "renderer" || window.process.__nwjs)) return true;
		if (typeof navigator !== "undefined" && navigator.userAgent && navigator.userAgent.toLowerCase().match(/(edge|trident)\/(\d+)/)) return false;
		let m;
		return typeof document !== "undefined" && document.documentElement && document.documentElement.style && document.documentElement.style.WebkitAppearance || typeof window !== "undefined" && window.console && (window.console.firebug || window.console.exception && window.console.table) || typeof navigator !== "undefined" && navigator.userAgent && (m = navigator.userAgent.toLowerCase().match(/firefox\/(\d+)/)) && parseInt(m[1], 10) >= 31 || typeof navigator !== "undefined" && navigator.userAgent && navigator.userAgent.toLowerCase().match(/applewebkit\/(\d+)/);
	}
	/**
	* Colorize log arguments if enabled.
	*
	* @api public
	*/
	function formatArgs(args) {
		args[0] = (this.useColors ? "%c" : "") + this.namespace + (this.useColors ? " %c" : " ") + args[0] + (this.useColors ? "%c " : " ") + "+" + module.exports.humanize(this.diff);
		if (!this.useColors) return;
		const c = "color: " + this.color;
		args.splice(1, 0, c, "color: inherit");
		let index = 0;
		let lastC = 0;
		args[0].replace(/%[a-zA-Z%]/g, (match) => {
			if (match === "%%") return;
			index++;
			if (match === "%c") lastC = index;
		});
		args.splice(lastC, 0, c);
	}
	/**
	* Invokes `console.debug()` when available.
	* No-op when `console.debug` is not a "function".
	* If `console.debug` is not available, falls back
	* to `console.log`.
	*
	* @api public
	*/
	exports.log = console.debug || console.log || (() => {});
	/**
	* Save `namespaces`.
	*
	* @param {String} namespaces
	* @api private
	*/
	function save(namespaces) {
		try {
			if (namespaces) exports.storage.setItem("debug", namespaces);
			else exports.storage.removeItem("debug");
		} catch (error) {}
	}
	/**
	* Load `namespaces`.
	*
	* @return {String} returns the previously persisted debug modes
	* @api private
	*/
	function load() {
		let r;
		try {
			r = exports.storage.getItem("debug") || exports.storage.getItem("DEBUG");
		} catch (error) {}
		if (!r && typeof process !== "undefined" && "env" in process) r = process.env.DEBUG;
		return r;
	}
	/**
	* Localstorage attempts to return the localstorage.
	*
	* This is necessary because safari throws
	* when a user disables cookies/localstorage
	* and you attempt to access it.
	*
	* @return {LocalStorage}
	* @api private
	*/
	function localstorage() {
		try {
			return localStorage;
		} catch (error) {}
	}
	module.exports = require_common()(exports);
	const { formatters } = module.exports;
	/**
	* Map %j to `JSON.stringify()`, since no Web Inspectors do that by default.
	*/
	formatters.j = function(v) {
		try {
			return JSON.stringify(v);
		} catch (error) {
			return "[UnexpectedJSONParseError]: " + error.message;
		}
	};
}));
// node_modules/has-flag/index.js
var require_has_flag = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = (flag, argv = process.argv) => {
		const prefix = flag.startsWith("-") ? "" : flag.length === 1 ? "-" : "--";
		const position = argv.indexOf(prefix + flag);
		const terminatorPosition = argv.indexOf("--");
		return position !== -1 && (terminatorPosition === -1 || position < terminatorPosition);
	};
}));
// node_modules/supports-color/index.js
var require_supports_color = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const os = __require("os");
	const tty = __require("tty");
	const hasFlag = require_has_flag();
	const { env } = process;
	let forceColor;
	if (hasFlag("no-color") || hasFlag("no-colors") || hasFlag("color=false") || hasFlag("color=never")) forceColor = 0;
	else if (hasFlag("color") || hasFlag("colors") || hasFlag("color=true") || hasFlag("color=always")) forceColor = 1;
	if ("FORCE_COLOR" in env) {
		if (env.FORCE_COLOR === "true") forceColor = 1;
		else if (env.FORCE_COLOR === "false") forceColor = 0;
		else forceColor = env.FORCE_COLOR.length === 0 ? 1 : Math.min(parseInt(env.FORCE_COLOR, 10), 3);
	}
	function translateLevel(level) {
		if (level === 0) return false;
		return {
			level,
			hasBasic: true,
			has256: level >= 2,
			has16m: level >= 3
		};
	}
	function supportsColor(haveStream, streamIsTTY) {
		if (forceColor === 0) return 0;
		if (hasFlag("color=16m") || hasFlag("color=full") || hasFlag("color=truecolor")) return 3;
		if (hasFlag("color=256")) return 2;
		if (haveStream && !streamIsTTY && forceColor === void 0) return 0;
		const min = forceColor || 0;
		if (env.TERM === "dumb") return min;
		if (process.platform === "win32") {
			const osRelease = os.release().split(".");
			if (Number(osRelease[0]) >= 10 && Number(osRelease[2]) >= 10586) return Number(osRelease[2]) >= 14931 ? 3 : 2;
			return 1;
		}
		if ("CI" in env) {
			if ([
				"TRAVIS",
				"CIRCLECI",
				"APPVEYOR",
				"GITLAB_CI",
				"GITHUB_ACTIONS",
				"BUILDKITE"
			].some((sign) => sign in env) || env.CI_NAME === "codeship") return 1;
			return min;
		}
		if ("TEAMCITY_VERSION" in env) return /^(9\.(0*[1-9]\d*)\.|\d{2,}\.)/.test(env.TEAMCITY_VERSION) ? 1 : 0;
		if (env.COLORTERM === "truecolor") return 3;
		if ("TERM_PROGRAM" in env) {
			const version = parseInt((env.TERM_PROGRAM_VERSION || "").split(".")[0], 10);
			switch (env.TERM_PROGRAM) {
				case "iTerm.app": return version >= 3 ? 3 : 2;
				case "Apple_Terminal": return 2;
			}
		}
		if (/-256(color)?$/i.test(env.TERM)) return 2;
		if (/^screen|^xterm|^vt100|^vt220|^rxvt|color|ansi|cygwin|linux/i.test(env.TERM)) return 1;
		if ("COLORTERM" in env) return 1;
		return min;
	}
	function getSupportLevel(stream) {
		return translateLevel(supportsColor(stream, stream && stream.isTTY));
	}
	module.exports = {
		supportsColor: getSupportLevel,
		stdout: translateLevel(supportsColor(true, tty.isatty(1))),
		stderr: translateLevel(supportsColor(true, tty.isatty(2)))
	};
}));
// node_modules/debug/src/node.js
var require_node = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	/**
	* Module dependencies.
	*/
	const tty = __require("tty");
	const util = __require("util");
	/**
	* This is the Node.js implementation of `debug()`.
	*/
	exports.init = init;
	exports.log = log;
	exports.formatArgs = formatArgs;
	exports.save = save;
	exports.load = load;
	exports.useColors = useColors;
	exports.destroy = util.deprecate(() => {}, "Instance method `debug.destroy()` is deprecated and no longer does anything. It will be removed in the next major version of `debug`.");
	/**
	* Colors.
	*/
	exports.colors = [
		6,
		2,
		3,
		4,
		5,
		1
	];
	try {
		const supportsColor = require_supports_color();
		if (supportsColor && (supportsColor.stderr || supportsColor).level >= 2) exports.colors = [
			20,
			21,
			26,
			27,
			32,
			33,
			38,
			39,
			40,
			41,
			42,
			43,
			44,
			45,
			56,
			57,
			62,
			63,
			68,
			69,
			74,
			75,
			76,
			77,
			78,
			79,
			80,
			81,
			92,
			93,
			98,
			99,
			112,
			113,
			128,
			129,
			134,
			135,
			148,
			149,
			160,
			161,
			162,
			163,
			164,
			165,
			166,
			167,
			168,
			169,
			170,
			171,
			172,
			173,
			178,
			179,
			184,
			185,
			196,
			197,
			198,
			199,
			200,
			201,
			202,
			203,
			204,
			205,
			206,
			207,
			208,
			209,
			214,
			215,
			220,
			221
		];
	} catch (error) {}
	/**
	* Build up the default `inspectOpts` object from the environment variables.
	*
	*   $ DEBUG_COLORS=no DEBUG_DEPTH=10 DEBUG_SHOW_HIDDEN=enabled node script.js
	*/
	exports.inspectOpts = Object.keys(process.env).filter((key) => {
		return /^debug_/i.test(key);
	}).reduce((obj, key) => {
		const prop = key.substring(6).toLowerCase().replace(/_([a-z])/g, (_, k) => {
			return k.toUpperCase();
		});
		let val = process.env[key];
		if (/^(yes|on|true|enabled)$/i.test(val)) val = true;
		else if (/^(no|off|false|disabled)$/i.test(val)) val = false;
		else if (val === "null") val = null;
		else val = Number(val);
		obj[prop] = val;
		return obj;
	}, {});
	/**
	* Is stdout a TTY? Colored output is enabled when `true`.
	*/
	function useColors() {
		return "colors" in exports.inspectOpts ? Boolean(exports.inspectOpts.colors) : tty.isatty(process.stderr.fd);
	}
	/**
	* Adds ANSI color escape codes if enabled.
	*
	* @api public
	*/
	function formatArgs(args) {
		const { namespace: name, useColors } = this;
		if (useColors) {
			const c = this.color;
			const colorCode = "\x1B[3" + (c < 8 ? c : "8;5;" + c);
			const prefix = `  ${colorCode};1m${name} \u001B[0m`;
			args[0] = prefix + args[0].split("\n").join("\n" + prefix);
			args.push(colorCode + "m+" + module.exports.humanize(this.diff) + "\x1B[0m");
		} else args[0] = getDate() + name + " " + args[0];
	}
	function getDate() {
		if (exports.inspectOpts.hideDate) return "";
		return (/* @__PURE__ */ new Date()).toISOString() + " ";
	}
	/**
	* Invokes `util.formatWithOptions()` with the specified arguments and writes to stderr.
	*/
	function log(...args) {
		return process.stderr.write(util.formatWithOptions(exports.inspectOpts, ...args) + "\n");
	}
	/**
	* Save `namespaces`.
	*
	* @param {String} namespaces
	* @api private
	*/
	function save(namespaces) {
		if (namespaces) process.env.DEBUG = namespaces;
		else delete process.env.DEBUG;
	}
	/**
	* Load `namespaces`.
	*
	* @return {String} returns the previously persisted debug modes
	* @api private
	*/
	function load() {
		return process.env.DEBUG;
	}
	/**
	* Init logic for `debug` instances.
	*
	* Create a new `inspectOpts` object in case `useColors` is set
	* differently for a particular `debug` instance.
	*/
	function init(debug) {
		debug.inspectOpts = {};
		const keys = Object.keys(exports.inspectOpts);
		for (let i = 0; i < keys.length; i++) debug.inspectOpts[keys[i]] = exports.inspectOpts[keys[i]];
	}
	module.exports = require_common()(exports);
	const { formatters } = module.exports;
	/**
	* Map %o to `util.inspect()`, all on a single line.
	*/
	formatters.o = function(v) {
		this.inspectOpts.colors = this.useColors;
		return util.inspect(v, this.inspectOpts).split("\n").map((str) => str.trim()).join(" ");
	};
	/**
	* Map %O to `util.inspect()`, allowing multiple lines if needed.
	*/
	formatters.O = function(v) {
		this.inspectOpts.colors = this.useColors;
		return util.inspect(v, this.inspectOpts);
	};
}));
// node_modules/debug/src/index.js
var require_src = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	/**
	* Detect Electron renderer / nwjs process, which is node, but we should
	* treat as a browser.
	*/
	if (typeof process === "undefined" || process.type === "renderer" || process.browser === true || process.__nwjs) module.exports = require_browser();
	else module.exports = require_node();
}));
// node_modules/agent-base/dist/helpers.js
var require_helpers = /* @__PURE__ */ __commonJSMin(((exports, module, this$8) => {
	var __createBinding = this$8 && this$8.__createBinding || (Object.create ? (function(o, m, k, k2) {
		if (k2 === void 0) k2 = k;
		var desc = Object.getOwnPropertyDescriptor(m, k);
		if (!desc || ("get" in desc ? !m.__esModule : desc.writable || desc.configurable)) desc = {
			enumerable: true,
			get: function() {
				return m[k];
			}
		};
		Object.defineProperty(o, k2, desc);
	}) : (function(o, m, k, k2) {
		if (k2 === void 0) k2 = k;
		o[k2] = m[k];
	}));
	var __setModuleDefault = this$8 && this$8.__setModuleDefault || (Object.create ? (function(o, v) {
		Object.defineProperty(o, "default", {
			enumerable: true,
			value: v
		});
	}) : function(o, v) {
		o["default"] = v;
	});
	var __importStar = this$8 && this$8.__importStar || function(mod) {
		if (mod && mod.__esModule) return mod;
		var result = {};
		if (mod != null) {
			for (var k in mod) if (k !== "default" && Object.prototype.hasOwnProperty.call(mod, k)) __createBinding(result, mod, k);
		}
		__setModuleDefault(result, mod);
		return result;
	};
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.req = exports.json = exports.toBuffer = void 0;
	const http = __importStar(__require("http"));
	const https = __importStar(__require("https"));
	async function toBuffer(stream) {
		let length = 0;
		const chunks = [];
		for await (const chunk of stream) {
			length += chunk.length;
			chunks.push(chunk);
		}
		return Buffer.concat(chunks, length);
	}
	exports.toBuffer = toBuffer;
	async function json(stream) {
		const str = (await toBuffer(stream)).toString("utf8");
		try {
			return JSON.parse(str);
		} catch (_err) {
			const err = _err;
			err.message += ` (input: ${str})`;
			throw err;
		}
	}
	exports.json = json;
	function req(url, opts = {}) {
		const req = ((typeof url === "string" ? url : url.href).startsWith("https:") ? https : http).request(url, opts);
		const promise = new Promise((resolve, reject) => {
			req.once("response", resolve).once("error", reject).end();
		});
		req.then = promise.then.bind(promise);
		return req;
	}
	exports.req = req;
}));
// node_modules/agent-base/dist/index.js
var require_dist$2 = /* @__PURE__ */ __commonJSMin(((exports, module, this$7) => {
	var __createBinding = this$7 && this$7.__createBinding || (Object.create ? (function(o, m, k, k2) {
		if (k2 === void 0) k2 = k;
		var desc = Object.getOwnPropertyDescriptor(m, k);
		if (!desc || ("get" in desc ? !m.__esModule : desc.writable || desc.configurable)) desc = {
			enumerable: true,
			get: function() {
				return m[k];
			}
		};
		Object.defineProperty(o, k2, desc);
	}) : (function(o, m, k, k2) {
		if (k2 === void 0) k2 = k;
		o[k2] = m[k];
	}));
	var __setModuleDefault = this$7 && this$7.__setModuleDefault || (Object.create ? (function(o, v) {
		Object.defineProperty(o, "default", {
			enumerable: true,
			value: v
		});
	}) : function(o, v) {
		o["default"] = v;
	});
	var __importStar = this$7 && this$7.__importStar || function(mod) {
		if (mod && mod.__esModule) return mod;
		var result = {};
		if (mod != null) {
			for (var k in mod) if (k !== "default" && Object.prototype.hasOwnProperty.call(mod, k)) __createBinding(result, mod, k);
		}
		__setModuleDefault(result, mod);
		return result;
	};
	var __exportStar = this$7 && this$7.__exportStar || function(m, exports) {
		for (var p in m) if (p !== "default" && !Object.prototype.hasOwnProperty.call(exports, p)) __createBinding(exports, m, p);
	};
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.Agent = void 0;
	const net = __importStar(__require("net"));
	const http = __importStar(__require("http"));
	const https_1 = __require("https");
	__exportStar(require_helpers(), exports);
	const INTERNAL = Symbol("AgentBaseInternalState");
	var Agent = class extends http.Agent {
		constructor(opts) {
			super(opts);
			this[INTERNAL] = {};
		}
		/**
		* Determine whether this is an `http` or `https` request.
		*/
		isSecureEndpoint(options) {
			if (options) {
				if (typeof options.secureEndpoint === "boolean") return options.secureEndpoint;
				if (typeof options.protocol === "string") return options.protocol === "https:";
			}
			const { stack } = /* @__PURE__ */ new Error();
			if (typeof stack !== "string") return false;
			return stack.split("\n").some((l) => l.indexOf("(https.js:") !== -1 || l.indexOf("node:https:") !== -1);
		}
		incrementSockets(name) {
			if (this.maxSockets === Infinity && this.maxTotalSockets === Infinity) return null;
			if (!this.sockets[name]) this.sockets[name] = [];
			const fakeSocket = new net.Socket({ writable: false });
			this.sockets[name].push(fakeSocket);
			this.totalSocketCount++;
			return fakeSocket;
		}
		decrementSockets(name, socket) {
			if (!this.sockets[name] || socket === null) return;
			const sockets = this.sockets[name];
			const index = sockets.indexOf(socket);
			if (index !== -1) {
				sockets.splice(index, 1);
				this.totalSocketCount--;
				if (sockets.length === 0) delete this.sockets[name];
			}
		}
		getName(options) {
			if (this.isSecureEndpoint(options)) return https_1.Agent.prototype.getName.call(this, options);
			return super.getName(options);
		}
		createSocket(req, options, cb) {
			const connectOpts = {
				...options,
				secureEndpoint: this.isSecureEndpoint(options)
			};
			const name = this.getName(connectOpts);
			const fakeSocket = this.incrementSockets(name);
			Promise.resolve().then(() => this.connect(req, connectOpts)).then((socket) => {
				this.decrementSockets(name, fakeSocket);
				if (socket instanceof http.Agent) try {
					return socket.addRequest(req, connectOpts);
				} catch (err) {
					return cb(err);
				}
				this[INTERNAL].currentSocket = socket;
				super.createSocket(req, options, cb);
			}, (err) => {
				this.decrementSockets(name, fakeSocket);
				cb(err);
			});
		}
		createConnection() {
			const socket = this[INTERNAL].currentSocket;
			this[INTERNAL].currentSocket = void 0;
			if (!socket) throw new Error("No socket was returned in the `connect()` function");
			return socket;
		}
		get defaultPort() {
			return this[INTERNAL].defaultPort ?? (this.protocol === "https:" ? 443 : 80);
		}
		set defaultPort(v) {
			if (this[INTERNAL]) this[INTERNAL].defaultPort = v;
		}
		get protocol() {
			return this[INTERNAL].protocol ?? (this.isSecureEndpoint() ? "https:" : "http:");
		}
		set protocol(v) {
			if (this[INTERNAL]) this[INTERNAL].protocol = v;
		}
	};
	exports.Agent = Agent;
}));
// node_modules/https-proxy-agent/dist/parse-proxy-response.js
var require_parse_proxy_response = /* @__PURE__ */ __commonJSMin(((exports, module, this$6) => {
	var __importDefault = this$6 && this$6.__importDefault || function(mod) {
		return mod && mod.__esModule ? mod : { "default": mod };
	};
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.parseProxyResponse = void 0;
	const debug = (0, __importDefault(require_src()).default)("https-proxy-agent:parse-proxy-response");
	function parseProxyResponse(socket) {
		return new Promise((resolve, reject) => {
			let buffersLength = 0;
			const buffers = [];
			function read() {
				const b = socket.read();
				if (b) ondata(b);
				else socket.once("readable", read);
			}
			function cleanup() {
				socket.removeListener("end", onend);
				socket.removeListener("error", onerror);
				socket.removeListener("readable", read);
			}
			function onend() {
				cleanup();
				debug("onend");
				reject(/* @__PURE__ */ new Error("Proxy connection ended before receiving CONNECT response"));
			}
			function onerror(err) {
				cleanup();
				debug("onerror %o", err);
				reject(err);
			}
			function ondata(b) {
				buffers.push(b);
				buffersLength += b.length;
				const buffered = Buffer.concat(buffers, buffersLength);
				const endOfHeaders = buffered.indexOf("\r\n\r\n");
				if (endOfHeaders === -1) {
					debug("have not received end of HTTP headers yet...");
					read();
					return;
				}
				const headerParts = buffered.slice(0, endOfHeaders).toString("ascii").split("\r\n");
				const firstLine = headerParts.shift();
				if (!firstLine) {
					socket.destroy();
					return reject(/* @__PURE__ */ new Error("No header received from proxy CONNECT response"));
				}
				const firstLineParts = firstLine.split(" ");
				const statusCode = +firstLineParts[1];
				const statusText = firstLineParts.slice(2).join(" ");
				const headers = {};
				for (const header of headerParts) {
					if (!header) continue;
					const firstColon = header.indexOf(":");
					if (firstColon === -1) {
						socket.destroy();
						return reject(/* @__PURE__ */ new Error(`Invalid header from proxy CONNECT response: "${header}"`));
					}
					const key = header.slice(0, firstColon).toLowerCase();
					const value = header.slice(firstColon + 1).trimStart();
					const current = headers[key];
					if (typeof current === "string") headers[key] = [current, value];
					else if (Array.isArray(current)) current.push(value);
					else headers[key] = value;
				}
				debug("got proxy server response: %o %o", firstLine, headers);
				cleanup();
				resolve({
					connect: {
						statusCode,
						statusText,
						headers
					},
					buffered
				});
			}
			socket.on("error", onerror);
			socket.on("end", onend);
			read();
		});
	}
	exports.parseProxyResponse = parseProxyResponse;
}));
// node_modules/https-proxy-agent/dist/index.js
var require_dist$1 = /* @__PURE__ */ __commonJSMin(((exports, module, this$5) => {
	var __createBinding = this$5 && this$5.__createBinding || (Object.create ? (function(o, m, k, k2) {
		if (k2 === void 0) k2 = k;
		var desc = Object.getOwnPropertyDescriptor(m, k);
		if (!desc || ("get" in desc ? !m.__esModule : desc.writable || desc.configurable)) desc = {
			enumerable: true,
			get: function() {
				return m[k];
			}
		};
		Object.defineProperty(o, k2, desc);
	}) : (function(o, m, k, k2) {
		if (k2 === void 0) k2 = k;
		o[k2] = m[k];
	}));
	var __setModuleDefault = this$5 && this$5.__setModuleDefault || (Object.create ? (function(o, v) {
		Object.defineProperty(o, "default", {
			enumerable: true,
			value: v
		});
	}) : function(o, v) {
		o["default"] = v;
	});
	var __importStar = this$5 && this$5.__importStar || function(mod) {
		if (mod && mod.__esModule) return mod;
		var result = {};
		if (mod != null) {
			for (var k in mod) if (k !== "default" && Object.prototype.hasOwnProperty.call(mod, k)) __createBinding(result, mod, k);
		}
		__setModuleDefault(result, mod);
		return result;
	};
	var __importDefault = this$5 && this$5.__importDefault || function(mod) {
		return mod && mod.__esModule ? mod : { "default": mod };
	};
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.HttpsProxyAgent = void 0;
	const net = __importStar(__require("net"));
	const tls = __importStar(__require("tls"));
	const assert_1 = __importDefault(__require("assert"));
	const debug_1 = __importDefault(require_src());
	const agent_base_1 = require_dist$2();
	const url_1 = __require("url");
	const parse_proxy_response_1 = require_parse_proxy_response();
	const debug = (0, debug_1.default)("https-proxy-agent");
	const setServernameFromNonIpHost = (options) => {
		if (options.servername === void 0 && options.host && !net.isIP(options.host)) return {
			...options,
			servername: options.host
		};
		return options;
	};
	/**
	* The `HttpsProxyAgent` implements an HTTP Agent subclass that connects to
	* the specified "HTTP(s) proxy server" in order to proxy HTTPS requests.
	*
	* Outgoing HTTP requests are first tunneled through the proxy server using the
	* `CONNECT` HTTP request method to establish a connection to the proxy server,
	* and then the proxy server connects to the destination target and issues the
	* HTTP request from the proxy server.
	*
	* `https:` requests have their socket connection upgraded to TLS once
	* the connection to the proxy server has been established.
	*/
	var HttpsProxyAgent = class extends agent_base_1.Agent {
		constructor(proxy, opts) {
			super(opts);
			this.options = { path: void 0 };
			this.proxy = typeof proxy === "string" ? new url_1.URL(proxy) : proxy;
			this.proxyHeaders = opts?.headers ?? {};
			debug("Creating new HttpsProxyAgent instance: %o", this.proxy.href);
			const host = (this.proxy.hostname || this.proxy.host).replace(/^\[|\]$/g, "");
			const port = this.proxy.port ? parseInt(this.proxy.port, 10) : this.proxy.protocol === "https:" ? 443 : 80;
			this.connectOpts = {
				ALPNProtocols: ["http/1.1"],
				...opts ? omit(opts, "headers") : null,
				host,
				port
			};
		}
		/**
		* Called when the node-core HTTP client library is creating a
		* new HTTP request.
		*/
		async connect(req, opts) {
			const { proxy } = this;
			if (!opts.host) throw new TypeError("No \"host\" provided");
			let socket;
			if (proxy.protocol === "https:") {
				debug("Creating `tls.Socket`: %o", this.connectOpts);
				socket = tls.connect(setServernameFromNonIpHost(this.connectOpts));
			} else {
				debug("Creating `net.Socket`: %o", this.connectOpts);
				socket = net.connect(this.connectOpts);
			}
			const headers = typeof this.proxyHeaders === "function" ? this.proxyHeaders() : { ...this.proxyHeaders };
			const host = net.isIPv6(opts.host) ? `[${opts.host}]` : opts.host;
			let payload = `CONNECT ${host}:${opts.port} HTTP/1.1\r\n`;
			if (proxy.username || proxy.password) {
				const auth = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
				headers["Proxy-Authorization"] = `Basic ${Buffer.from(auth).toString("base64")}`;
			}
			headers.Host = `${host}:${opts.port}`;
			if (!headers["Proxy-Connection"]) headers["Proxy-Connection"] = this.keepAlive ? "Keep-Alive" : "close";
			for (const name of Object.keys(headers)) payload += `${name}: ${headers[name]}\r\n`;
			const proxyResponsePromise = (0, parse_proxy_response_1.parseProxyResponse)(socket);
			socket.write(`${payload}\r\n`);
			const { connect, buffered } = await proxyResponsePromise;
			req.emit("proxyConnect", connect);
			this.emit("proxyConnect", connect, req);
			if (connect.statusCode === 200) {
				req.once("socket", resume);
				if (opts.secureEndpoint) {
					debug("Upgrading socket connection to TLS");
					return tls.connect({
						...omit(setServernameFromNonIpHost(opts), "host", "path", "port"),
						socket
					});
				}
				return socket;
			}
			socket.destroy();
			const fakeSocket = new net.Socket({ writable: false });
			fakeSocket.readable = true;
			req.once("socket", (s) => {
				debug("Replaying proxy buffer for failed request");
				(0, assert_1.default)(s.listenerCount("data") > 0);
				s.push(buffered);
				s.push(null);
			});
			return fakeSocket;
		}
	};
	HttpsProxyAgent.protocols = ["http", "https"];
	exports.HttpsProxyAgent = HttpsProxyAgent;
	function resume(socket) {
		socket.resume();
	}
	function omit(obj, ...keys) {
		const ret = {};
		let key;
		for (key in obj) if (!keys.includes(key)) ret[key] = obj[key];
		return ret;
	}
}));
// node_modules/http-proxy-agent/dist/index.js
var require_dist = /* @__PURE__ */ __commonJSMin(((exports, module, this$4) => {
	var __createBinding = this$4 && this$4.__createBinding || (Object.create ? (function(o, m, k, k2) {
		if (k2 === void 0) k2 = k;
		var desc = Object.getOwnPropertyDescriptor(m, k);
		if (!desc || ("get" in desc ? !m.__esModule : desc.writable || desc.configurable)) desc = {
			enumerable: true,
			get: function() {
				return m[k];
			}
		};
		Object.defineProperty(o, k2, desc);
	}) : (function(o, m, k, k2) {
		if (k2 === void 0) k2 = k;
		o[k2] = m[k];
	}));
	var __setModuleDefault = this$4 && this$4.__setModuleDefault || (Object.create ? (function(o, v) {
		Object.defineProperty(o, "default", {
			enumerable: true,
			value: v
		});
	}) : function(o, v) {
		o["default"] = v;
	});
	var __importStar = this$4 && this$4.__importStar || function(mod) {
		if (mod && mod.__esModule) return mod;
		var result = {};
		if (mod != null) {
			for (var k in mod) if (k !== "default" && Object.prototype.hasOwnProperty.call(mod, k)) __createBinding(result, mod, k);
		}
		__setModuleDefault(result, mod);
		return result;
	};
	var __importDefault = this$4 && this$4.__importDefault || function(mod) {
		return mod && mod.__esModule ? mod : { "default": mod };
	};
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.HttpProxyAgent = void 0;
	const net = __importStar(__require("net"));
	const tls = __importStar(__require("tls"));
	const debug_1 = __importDefault(require_src());
	const events_1 = __require("events");
	const agent_base_1 = require_dist$2();
	const url_1 = __require("url");
	const debug = (0, debug_1.default)("http-proxy-agent");
	/**
	* The `HttpProxyAgent` implements an HTTP Agent subclass that connects
	* to the specified "HTTP proxy server" in order to proxy HTTP requests.
	*/
	var HttpProxyAgent = class extends agent_base_1.Agent {
		constructor(proxy, opts) {
			super(opts);
			this.proxy = typeof proxy === "string" ? new url_1.URL(proxy) : proxy;
			this.proxyHeaders = opts?.headers ?? {};
			debug("Creating new HttpProxyAgent instance: %o", this.proxy.href);
			const host = (this.proxy.hostname || this.proxy.host).replace(/^\[|\]$/g, "");
			const port = this.proxy.port ? parseInt(this.proxy.port, 10) : this.proxy.protocol === "https:" ? 443 : 80;
			this.connectOpts = {
				...opts ? omit(opts, "headers") : null,
				host,
				port
			};
		}
		addRequest(req, opts) {
			req._header = null;
			this.setRequestProps(req, opts);
			super.addRequest(req, opts);
		}
		setRequestProps(req, opts) {
			const { proxy } = this;
			const base = `${opts.secureEndpoint ? "https:" : "http:"}//${req.getHeader("host") || "localhost"}`;
			const url = new url_1.URL(req.path, base);
			if (opts.port !== 80) url.port = String(opts.port);
			req.path = String(url);
			const headers = typeof this.proxyHeaders === "function" ? this.proxyHeaders() : { ...this.proxyHeaders };
			if (proxy.username || proxy.password) {
				const auth = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
				headers["Proxy-Authorization"] = `Basic ${Buffer.from(auth).toString("base64")}`;
			}
			if (!headers["Proxy-Connection"]) headers["Proxy-Connection"] = this.keepAlive ? "Keep-Alive" : "close";
			for (const name of Object.keys(headers)) {
				const value = headers[name];
				if (value) req.setHeader(name, value);
			}
		}
		async connect(req, opts) {
			req._header = null;
			if (!req.path.includes("://")) this.setRequestProps(req, opts);
			let first;
			let endOfHeaders;
			debug("Regenerating stored HTTP header string for request");
			req._implicitHeader();
			if (req.outputData && req.outputData.length > 0) {
				debug("Patching connection write() output buffer with updated header");
				first = req.outputData[0].data;
				endOfHeaders = first.indexOf("\r\n\r\n") + 4;
				req.outputData[0].data = req._header + first.substring(endOfHeaders);
				debug("Output buffer: %o", req.outputData[0].data);
			}
			let socket;
			if (this.proxy.protocol === "https:") {
				debug("Creating `tls.Socket`: %o", this.connectOpts);
				socket = tls.connect(this.connectOpts);
			} else {
				debug("Creating `net.Socket`: %o", this.connectOpts);
				socket = net.connect(this.connectOpts);
			}
			await (0, events_1.once)(socket, "connect");
			return socket;
		}
	};
	HttpProxyAgent.protocols = ["http", "https"];
	exports.HttpProxyAgent = HttpProxyAgent;
	function omit(obj, ...keys) {
		const ret = {};
		let key;
		for (key in obj) if (!keys.includes(key)) ret[key] = obj[key];
		return ret;
	}
}));
// node_modules/readdir-glob/node_modules/minimatch/lib/path.js
var require_path = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = typeof process === "object" && process && process.platform === "win32" ? { sep: "\\" } : { sep: "/" };
}));
// node_modules/readdir-glob/node_modules/balanced-match/index.js
var require_balanced_match$1 = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = balanced;
	function balanced(a, b, str) {
		if (a instanceof RegExp) a = maybeMatch(a, str);
		if (b instanceof RegExp) b = maybeMatch(b, str);
		var r = range(a, b, str);
		return r && {
			start: r[0],
			end: r[1],
			pre: str.slice(0, r[0]),
			body: str.slice(r[0] + a.length, r[1]),
			post: str.slice(r[1] + b.length)
		};
	}
	function maybeMatch(reg, str) {
		var m = str.match(reg);
		return m ? m[0] : null;
	}
	balanced.range = range;
	function range(a, b, str) {
		var begs, beg, left, right, result;
		var ai = str.indexOf(a);
		var bi = str.indexOf(b, ai + 1);
		var i = ai;
		if (ai >= 0 && bi > 0) {
			if (a === b) return [ai, bi];
			begs = [];
			left = str.length;
			while (i >= 0 && !result) {
				if (i == ai) {
					begs.push(i);
					ai = str.indexOf(a, i + 1);
				} else if (begs.length == 1) result = [begs.pop(), bi];
				else {
					beg = begs.pop();
					if (beg < left) {
						left = beg;
						right = bi;
					}
					bi = str.indexOf(b, i + 1);
				}
				i = ai < bi && ai >= 0 ? ai : bi;
			}
			if (begs.length) result = [left, right];
		}
		return result;
	}
}));
// node_modules/readdir-glob/node_modules/brace-expansion/index.js
var require_brace_expansion$1 = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var balanced = require_balanced_match$1();
	module.exports = expandTop;
	var escSlash = "\0SLASH" + Math.random().toFixed(16) + "\0";
	var escOpen = "\0OPEN" + Math.random().toFixed(16) + "\0";
	var escClose = "\0CLOSE" + Math.random().toFixed(16) + "\0";
	var escComma = "\0COMMA" + Math.random().toFixed(16) + "\0";
	var escPeriod = "\0PERIOD" + Math.random().toFixed(16) + "\0";
	var EXPANSION_MAX = 1e5;
	var EXPANSION_MAX_LENGTH = 4e6;
	var EXPANSION_MAX_DEPTH = 1e3;
	var EXPANSION_MAX_REWRITES = 1e3;
	var EXPANSION_MAX_STEPS = 2e7;
	var CALL_STEPS = 16;
	function numeric(str) {
		return parseInt(str, 10) == str ? parseInt(str, 10) : str.charCodeAt(0);
	}
	function escapeBraces(str) {
		return str.split("\\\\").join(escSlash).split("\\{").join(escOpen).split("\\}").join(escClose).split("\\,").join(escComma).split("\\.").join(escPeriod);
	}
	function unescapeBraces(str) {
		return str.split(escSlash).join("\\").split(escOpen).join("{").split(escClose).join("}").split(escComma).join(",").split(escPeriod).join(".");
	}
	function pushAll(target, items) {
		for (var i = 0; i < items.length; i++) target.push(items[i]);
	}
	function balancedWithBudget(str, masked, budget) {
		if (budget.remaining < 0) return;
		var r = balanced.range("{", "}", masked);
		var unmatched = r !== void 0 && masked.indexOf("{") < r[0];
		budget.remaining -= r && !unmatched ? r[1] + 1 : str.length;
		if (!r || budget.remaining < 0) return;
		return {
			end: r[1],
			pre: str.slice(0, r[0]),
			body: str.slice(r[0] + 1, r[1]),
			post: str.slice(r[1] + 1),
			unmatched
		};
	}
	function maskUnmatchedOpens(masked, budget) {
		budget.remaining -= masked.length;
		var open = [];
		for (var i = 0; i < masked.length; i++) {
			var c = masked.charCodeAt(i);
			if (c === 123) open.push(i);
			else if (c === 125 && open.length) open.pop();
		}
		var out = "";
		var last = 0;
		for (var j = 0; j < open.length; j++) {
			out += masked.slice(last, open[j]) + "\0";
			last = open[j] + 1;
		}
		return out + masked.slice(last);
	}
	function commaSetFollows(str, budget) {
		budget.remaining -= str.length;
		if (budget.remaining < 0) return false;
		var close = false;
		for (var i = str.length - 1; i >= 0; i--) {
			var c = str.charCodeAt(i);
			if (c === 125) close = true;
			else if (c === 10 || c === 13 || c === 8232 || c === 8233) close = false;
			else if (c === 44 && close && str.charCodeAt(i + 1) !== 44) return true;
		}
		return false;
	}
	function parseCommaParts(str, budget) {
		var parts = [];
		var carry = "";
		for (;;) {
			var m = balancedWithBudget(str, str, budget);
			if (budget.remaining < 0) return;
			if (!m) {
				var tail = str.split(",");
				tail[0] = carry + tail[0];
				pushAll(parts, tail);
				return parts;
			}
			var pre = m.pre;
			var body = m.body;
			var post = m.post;
			var p = pre.split(",");
			p[0] = carry + p[0];
			p[p.length - 1] += "{" + body + "}";
			if (!post.length) {
				pushAll(parts, p);
				return parts;
			}
			carry = p.pop();
			pushAll(parts, p);
			str = post;
		}
	}
	function bound(value, fallback) {
		return value == null || isNaN(value) ? fallback : value;
	}
	function expandTop(str, options) {
		if (!str) return [];
		options = options || {};
		var max = bound(options.max, EXPANSION_MAX);
		var maxLength = bound(options.maxLength, EXPANSION_MAX_LENGTH);
		var maxDepth = bound(options.maxDepth, EXPANSION_MAX_DEPTH);
		var maxRewrites = bound(options.maxRewrites, EXPANSION_MAX_REWRITES);
		var maxSteps = bound(options.maxSteps, EXPANSION_MAX_STEPS);
		if (str.substr(0, 2) === "{}") str = "\\{\\}" + str.substr(2);
		return expand(escapeBraces(str), max, maxLength, maxDepth, 0, maxRewrites, { remaining: maxSteps }, true).map(unescapeBraces);
	}
	function embrace(str) {
		return "{" + str + "}";
	}
	function isPadded(el) {
		return /^-?0\d/.test(el);
	}
	function lte(i, y) {
		return i <= y;
	}
	function gte(i, y) {
		return i >= y;
	}
	function combine(acc, pre, values, max, maxLength, dropEmpties, budget) {
		var out = [];
		var length = 0;
		var nonEmpty;
		outer: for (var a = 0; a < acc.length; a++) {
			var prefix = acc[a] + pre;
			var vs = values;
			if (dropEmpties && !prefix) {
				if (!nonEmpty) nonEmpty = values.filter(Boolean);
				vs = nonEmpty;
			}
			for (var v = 0; v < vs.length; v++) {
				if (out.length >= max) break outer;
				var expansion = prefix + vs[v];
				if (length + expansion.length > maxLength) break outer;
				out.push(expansion);
				length += expansion.length;
			}
		}
		budget.remaining -= out.length;
		return out;
	}
	function expandSequence(body, isAlphaSequence, max, maxLength, budget) {
		var n = body.split(/\.\./);
		var N = [];
		/* c8 ignore start */
		if (n[0] === void 0 || n[1] === void 0) return N;
		/* c8 ignore stop */
		var x = numeric(n[0]);
		var y = numeric(n[1]);
		var width = Math.max(n[0].length, n[1].length);
		var incr = n.length === 3 && n[2] !== void 0 ? Math.max(Math.abs(numeric(n[2])), 1) : 1;
		var test = lte;
		if (y < x) {
			incr *= -1;
			test = gte;
		}
		var pad = n.some(isPadded);
		var cost = pad ? width : 1;
		var length = 0;
		for (var i = x; test(i, y) && N.length < max; i += incr) {
			budget.remaining -= cost;
			if (budget.remaining < 0) return;
			var c;
			if (isAlphaSequence) {
				c = String.fromCharCode(i);
				if (c === "\\") c = "";
			} else {
				c = String(i);
				if (pad) {
					var need = width - c.length;
					if (need > 0) {
						var z = new Array(need + 1).join("0");
						if (i < 0) c = "-" + z + c.slice(1);
						else c = z + c;
					}
				}
			}
			if (length + c.length > maxLength) break;
			N.push(c);
			length += c.length;
		}
		return N;
	}
	function expand(str, max, maxLength, maxDepth, depth, maxRewrites, budget, isTop) {
		budget.remaining -= CALL_STEPS;
		if (depth > maxDepth) return [str];
		var acc = [""];
		var rewrites = 0;
		var dropEmpties = false;
		var firstGroup = true;
		var masked = str;
		for (;;) {
			const m = balancedWithBudget(str, masked, budget);
			if (!m) return combine(acc, str, [""], max, maxLength, dropEmpties, budget);
			if (m.unmatched) masked = maskUnmatchedOpens(masked, budget);
			const pre = m.pre;
			var literal = function() {
				return combine(acc, pre + "{" + m.body + "}" + m.post, [""], max, maxLength, dropEmpties, budget);
			};
			if (/\$$/.test(pre)) {
				acc = combine(acc, pre + "{" + m.body + "}", [""], max, maxLength, dropEmpties && !m.post.length, budget);
				firstGroup = false;
				if (!m.post.length) break;
				str = m.post;
				masked = masked.slice(m.end + 1);
				continue;
			}
			var isNumericSequence = /^-?\d+\.\.-?\d+(?:\.\.-?\d+)?$/.test(m.body);
			var isAlphaSequence = /^[a-zA-Z]\.\.[a-zA-Z](?:\.\.-?\d+)?$/.test(m.body);
			var isSequence = isNumericSequence || isAlphaSequence;
			var isOptions = m.body.indexOf(",") >= 0;
			if (!isSequence && !isOptions) {
				if (rewrites < maxRewrites && commaSetFollows(m.post, budget)) {
					rewrites++;
					str = m.pre + "{" + m.body + escClose + m.post;
					masked = masked.slice(0, m.end) + escClose + masked.slice(m.end + 1);
					isTop = true;
					continue;
				}
				return literal();
			}
			if (firstGroup) {
				dropEmpties = isTop && !isSequence;
				firstGroup = false;
			}
			var values;
			if (isSequence) {
				values = expandSequence(m.body, isAlphaSequence, max, maxLength, budget);
				if (!values) return literal();
			} else {
				var n = parseCommaParts(m.body, budget);
				if (!n) return literal();
				if (n.length === 1 && n[0] !== void 0) {
					n = expand(n[0], max, maxLength, maxDepth, depth + 1, maxRewrites, budget, false).map(embrace);
					if (budget.remaining < 0) return literal();
					/* c8 ignore start */
					if (n.length === 1) {
						var single = combine(acc, pre + n[0], [""], max, maxLength, dropEmpties && !m.post.length, budget);
						if (budget.remaining < 0) return literal();
						acc = single;
						if (!m.post.length) break;
						str = m.post;
						masked = masked.slice(m.end + 1);
						continue;
					}
				}
				var dropsEmpties = dropEmpties && !m.post.length && !pre;
				for (var d = 0; dropsEmpties && d < acc.length; d++) if (acc[d]) dropsEmpties = false;
				values = [];
				var valuesLength = 0;
				outer: for (var j = 0; j < n.length; j++) {
					var expanded = expand(n[j], max, maxLength, maxDepth, depth + 1, maxRewrites, budget, false);
					if (budget.remaining < 0) return literal();
					for (var k = 0; k < expanded.length; k++) {
						var v = expanded[k];
						if (dropsEmpties && !v) continue;
						if (values.length >= max || valuesLength + v.length > maxLength) break outer;
						values.push(v);
						valuesLength += v.length;
					}
				}
			}
			var next = combine(acc, pre, values, max, maxLength, dropEmpties && !m.post.length, budget);
			if (budget.remaining < 0) return literal();
			acc = next;
			if (!m.post.length) break;
			str = m.post;
			masked = masked.slice(m.end + 1);
		}
		return acc;
	}
}));
// node_modules/readdir-glob/node_modules/minimatch/minimatch.js
var require_minimatch = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	const minimatch = module.exports = (p, pattern, options = {}) => {
		assertValidPattern(pattern);
		if (!options.nocomment && pattern.charAt(0) === "#") return false;
		return new Minimatch(pattern, options).match(p);
	};
	module.exports = minimatch;
	const path = require_path();
	minimatch.sep = path.sep;
	const GLOBSTAR = Symbol("globstar **");
	minimatch.GLOBSTAR = GLOBSTAR;
	const expand = require_brace_expansion$1();
	const plTypes = {
		"!": {
			open: "(?:(?!(?:",
			close: "))[^/]*?)"
		},
		"?": {
			open: "(?:",
			close: ")?"
		},
		"+": {
			open: "(?:",
			close: ")+"
		},
		"*": {
			open: "(?:",
			close: ")*"
		},
		"@": {
			open: "(?:",
			close: ")"
		}
	};
	const qmark = "[^/]";
	const star = "[^/]*?";
	const twoStarDot = "(?:(?!(?:\\/|^)(?:\\.{1,2})($|\\/)).)*?";
	const twoStarNoDot = "(?:(?!(?:\\/|^)\\.).)*?";
	const charSet = (s) => s.split("").reduce((set, c) => {
		set[c] = true;
		return set;
	}, {});
	const reSpecials = charSet("().*{}+?[]^$\\!");
	const addPatternStartSet = charSet("[.(");
	const slashSplit = /\/+/;
	minimatch.filter = (pattern, options = {}) => (p, i, list) => minimatch(p, pattern, options);
	const ext = (a, b = {}) => {
		const t = {};
		Object.keys(a).forEach((k) => t[k] = a[k]);
		Object.keys(b).forEach((k) => t[k] = b[k]);
		return t;
	};
	minimatch.defaults = (def) => {
		if (!def || typeof def !== "object" || !Object.keys(def).length) return minimatch;
		const orig = minimatch;
		const m = (p, pattern, options) => orig(p, pattern, ext(def, options));
		m.Minimatch = class Minimatch extends orig.Minimatch {
			constructor(pattern, options) {
				super(pattern, ext(def, options));
			}
		};
		m.Minimatch.defaults = (options) => orig.defaults(ext(def, options)).Minimatch;
		m.filter = (pattern, options) => orig.filter(pattern, ext(def, options));
		m.defaults = (options) => orig.defaults(ext(def, options));
		m.makeRe = (pattern, options) => orig.makeRe(pattern, ext(def, options));
		m.braceExpand = (pattern, options) => orig.braceExpand(pattern, ext(def, options));
		m.match = (list, pattern, options) => orig.match(list, pattern, ext(def, options));
		return m;
	};
	minimatch.braceExpand = (pattern, options) => braceExpand(pattern, options);
	const braceExpand = (pattern, options = {}) => {
		assertValidPattern(pattern);
		if (options.nobrace || !/\{(?:(?!\{).)*\}/.test(pattern)) return [pattern];
		return expand(pattern);
	};
	const MAX_PATTERN_LENGTH = 65536;
	const assertValidPattern = (pattern) => {
		if (typeof pattern !== "string") throw new TypeError("invalid pattern");
		if (pattern.length > MAX_PATTERN_LENGTH) throw new TypeError("pattern is too long");
	};
	const SUBPARSE = Symbol("subparse");
	minimatch.makeRe = (pattern, options) => new Minimatch(pattern, options || {}).makeRe();
	minimatch.match = (list, pattern, options = {}) => {
		const mm = new Minimatch(pattern, options);
		list = list.filter((f) => mm.match(f));
		if (mm.options.nonull && !list.length) list.push(pattern);
		return list;
	};
	const globUnescape = (s) => s.replace(/\\(.)/g, "$1");
	const charUnescape = (s) => s.replace(/\\([^-\]])/g, "$1");
	const regExpEscape = (s) => s.replace(/[-[\]{}()*+?.,\\^$|#\s]/g, "\\$&");
	const braExpEscape = (s) => s.replace(/[[\]\\]/g, "\\$&");
	var Minimatch = class {
		constructor(pattern, options) {
			assertValidPattern(pattern);
			if (!options) options = {};
			this.options = options;
			this.maxGlobstarRecursion = options.maxGlobstarRecursion !== void 0 ? options.maxGlobstarRecursion : 200;
			this.set = [];
			this.pattern = pattern;
			this.windowsPathsNoEscape = !!options.windowsPathsNoEscape || options.allowWindowsEscape === false;
			if (this.windowsPathsNoEscape) this.pattern = this.pattern.replace(/\\/g, "/");
			this.regexp = null;
			this.negate = false;
			this.comment = false;
			this.empty = false;
			this.partial = !!options.partial;
			this.make();
		}
		debug() {}
		make() {
			const pattern = this.pattern;
			const options = this.options;
			if (!options.nocomment && pattern.charAt(0) === "#") {
				this.comment = true;
				return;
			}
			if (!pattern) {
				this.empty = true;
				return;
			}
			this.parseNegate();
			let set = this.globSet = this.braceExpand();
			if (options.debug) this.debug = (...args) => console.error(...args);
			this.debug(this.pattern, set);
			set = this.globParts = set.map((s) => s.split(slashSplit));
			this.debug(this.pattern, set);
			set = set.map((s, si, set) => s.map(this.parse, this));
			this.debug(this.pattern, set);
			set = set.filter((s) => s.indexOf(false) === -1);
			this.debug(this.pattern, set);
			this.set = set;
		}
		parseNegate() {
			if (this.options.nonegate) return;
			const pattern = this.pattern;
			let negate = false;
			let negateOffset = 0;
			for (let i = 0; i < pattern.length && pattern.charAt(i) === "!"; i++) {
				negate = !negate;
				negateOffset++;
			}
			if (negateOffset) this.pattern = pattern.slice(negateOffset);
			this.negate = negate;
		}
		matchOne(file, pattern, partial) {
			if (pattern.indexOf(GLOBSTAR) !== -1) return this._matchGlobstar(file, pattern, partial, 0, 0);
			return this._matchOne(file, pattern, partial, 0, 0);
		}
		_matchGlobstar(file, pattern, partial, fileIndex, patternIndex) {
			let firstgs = -1;
			for (let i = patternIndex; i < pattern.length; i++) if (pattern[i] === GLOBSTAR) {
				firstgs = i;
				break;
			}
			let lastgs = -1;
			for (let i = pattern.length - 1; i >= 0; i--) if (pattern[i] === GLOBSTAR) {
				lastgs = i;
				break;
			}
			const head = pattern.slice(patternIndex, firstgs);
			const body = partial ? pattern.slice(firstgs + 1) : pattern.slice(firstgs + 1, lastgs);
			const tail = partial ? [] : pattern.slice(lastgs + 1);
			if (head.length) {
				const fileHead = file.slice(fileIndex, fileIndex + head.length);
				if (!this._matchOne(fileHead, head, partial, 0, 0)) return false;
				fileIndex += head.length;
			}
			let fileTailMatch = 0;
			if (tail.length) {
				if (tail.length + fileIndex > file.length) return false;
				const tailStart = file.length - tail.length;
				if (this._matchOne(file, tail, partial, tailStart, 0)) fileTailMatch = tail.length;
				else {
					if (file[file.length - 1] !== "" || fileIndex + tail.length === file.length) return false;
					if (!this._matchOne(file, tail, partial, tailStart - 1, 0)) return false;
					fileTailMatch = tail.length + 1;
				}
			}
			if (!body.length) {
				let sawSome = !!fileTailMatch;
				for (let i = fileIndex; i < file.length - fileTailMatch; i++) {
					const f = String(file[i]);
					sawSome = true;
					if (f === "." || f === ".." || !this.options.dot && f.charAt(0) === ".") return false;
				}
				return partial || sawSome;
			}
			const bodySegments = [[[], 0]];
			let currentBody = bodySegments[0];
			let nonGsParts = 0;
			const nonGsPartsSums = [0];
			for (const b of body) if (b === GLOBSTAR) {
				nonGsPartsSums.push(nonGsParts);
				currentBody = [[], 0];
				bodySegments.push(currentBody);
			} else {
				currentBody[0].push(b);
				nonGsParts++;
			}
			let idx = bodySegments.length - 1;
			const fileLength = file.length - fileTailMatch;
			for (const b of bodySegments) b[1] = fileLength - (nonGsPartsSums[idx--] + b[0].length);
			return !!this._matchGlobStarBodySections(file, bodySegments, fileIndex, 0, partial, 0, !!fileTailMatch);
		}
		_matchGlobStarBodySections(file, bodySegments, fileIndex, bodyIndex, partial, globStarDepth, sawTail) {
			const bs = bodySegments[bodyIndex];
			if (!bs) {
				for (let i = fileIndex; i < file.length; i++) {
					sawTail = true;
					const f = file[i];
					if (f === "." || f === ".." || !this.options.dot && f.charAt(0) === ".") return false;
				}
				return sawTail;
			}
			const [body, after] = bs;
			while (fileIndex <= after) {
				if (this._matchOne(file.slice(0, fileIndex + body.length), body, partial, fileIndex, 0) && globStarDepth < this.maxGlobstarRecursion) {
					const sub = this._matchGlobStarBodySections(file, bodySegments, fileIndex + body.length, bodyIndex + 1, partial, globStarDepth + 1, sawTail);
					if (sub !== false) return sub;
				}
				const f = file[fileIndex];
				if (f === "." || f === ".." || !this.options.dot && f.charAt(0) === ".") return false;
				fileIndex++;
			}
			return partial || null;
		}
		_matchOne(file, pattern, partial, fileIndex, patternIndex) {
			let fi, pi, fl, pl;
			for (fi = fileIndex, pi = patternIndex, fl = file.length, pl = pattern.length; fi < fl && pi < pl; fi++, pi++) {
				this.debug("matchOne loop");
				const p = pattern[pi];
				const f = file[fi];
				this.debug(pattern, p, f);
				/* istanbul ignore if */
				if (p === false || p === GLOBSTAR) return false;
				let hit;
				if (typeof p === "string") {
					hit = f === p;
					this.debug("string match", p, f, hit);
				} else {
					hit = f.match(p);
					this.debug("pattern match", p, f, hit);
				}
				if (!hit) return false;
			}
			if (fi === fl && pi === pl) return true;
			else if (fi === fl) return partial;
			else if (pi === pl) return fi === fl - 1 && file[fi] === "";
			/* istanbul ignore next */
			throw new Error("wtf?");
		}
		braceExpand() {
			return braceExpand(this.pattern, this.options);
		}
		parse(pattern, isSub) {
			assertValidPattern(pattern);
			const options = this.options;
			if (pattern === "**") {
				if (!options.noglobstar) return GLOBSTAR;
				else pattern = "*";
			}
			if (pattern === "") return "";
			let re = "";
			let hasMagic = false;
			let escaping = false;
			const patternListStack = [];
			const negativeLists = [];
			let stateChar;
			let inClass = false;
			let reClassStart = -1;
			let classStart = -1;
			let cs;
			let pl;
			let sp;
			let dotTravAllowed = pattern.charAt(0) === ".";
			let dotFileAllowed = options.dot || dotTravAllowed;
			const patternStart = () => dotTravAllowed ? "" : dotFileAllowed ? "(?!(?:^|\\/)\\.{1,2}(?:$|\\/))" : "(?!\\.)";
			const subPatternStart = (p) => p.charAt(0) === "." ? "" : options.dot ? "(?!(?:^|\\/)\\.{1,2}(?:$|\\/))" : "(?!\\.)";
			const clearStateChar = () => {
				if (stateChar) {
					switch (stateChar) {
						case "*":
							re += star;
							hasMagic = true;
							break;
						case "?":
							re += qmark;
							hasMagic = true;
							break;
						default: re += "\\" + stateChar;
					}
					this.debug("clearStateChar %j %j", stateChar, re);
					stateChar = false;
				}
			};
			for (let i = 0, c; i < pattern.length && (c = pattern.charAt(i)); i++) {
				this.debug("%s	%s %s %j", pattern, i, re, c);
				if (escaping) {
					/* istanbul ignore next - completely not allowed, even escaped. */
					if (c === "/") return false;
					if (reSpecials[c]) re += "\\";
					re += c;
					escaping = false;
					continue;
				}
				switch (c) {
					/* istanbul ignore next */
					case "/": return false;
					case "\\":
						if (inClass && pattern.charAt(i + 1) === "-") {
							re += c;
							continue;
						}
						clearStateChar();
						escaping = true;
						continue;
					case "?":
					case "*":
					case "+":
					case "@":
					case "!":
						this.debug("%s	%s %s %j <-- stateChar", pattern, i, re, c);
						if (inClass) {
							this.debug("  in class");
							if (c === "!" && i === classStart + 1) c = "^";
							re += c;
							continue;
						}
						if (c === "*" && stateChar === "*") continue;
						this.debug("call clearStateChar %j", stateChar);
						clearStateChar();
						stateChar = c;
						if (options.noext) clearStateChar();
						continue;
					case "(": {
						if (inClass) {
							re += "(";
							continue;
						}
						if (!stateChar) {
							re += "\\(";
							continue;
						}
						const plEntry = {
							type: stateChar,
							start: i - 1,
							reStart: re.length,
							open: plTypes[stateChar].open,
							close: plTypes[stateChar].close
						};
						this.debug(this.pattern, "	", plEntry);
						patternListStack.push(plEntry);
						re += plEntry.open;
						if (plEntry.start === 0 && plEntry.type !== "!") {
							dotTravAllowed = true;
							re += subPatternStart(pattern.slice(i + 1));
						}
						this.debug("plType %j %j", stateChar, re);
						stateChar = false;
						continue;
					}
					case ")": {
						const plEntry = patternListStack[patternListStack.length - 1];
						if (inClass || !plEntry) {
							re += "\\)";
							continue;
						}
						patternListStack.pop();
						clearStateChar();
						hasMagic = true;
						pl = plEntry;
						re += pl.close;
						if (pl.type === "!") negativeLists.push(Object.assign(pl, { reEnd: re.length }));
						continue;
					}
					case "|": {
						const plEntry = patternListStack[patternListStack.length - 1];
						if (inClass || !plEntry) {
							re += "\\|";
							continue;
						}
						clearStateChar();
						re += "|";
						if (plEntry.start === 0 && plEntry.type !== "!") {
							dotTravAllowed = true;
							re += subPatternStart(pattern.slice(i + 1));
						}
						continue;
					}
					case "[":
						clearStateChar();
						if (inClass) {
							re += "\\" + c;
							continue;
						}
						inClass = true;
						classStart = i;
						reClassStart = re.length;
						re += c;
						continue;
					case "]":
						if (i === classStart + 1 || !inClass) {
							re += "\\" + c;
							continue;
						}
						cs = pattern.substring(classStart + 1, i);
						try {
							RegExp("[" + braExpEscape(charUnescape(cs)) + "]");
							re += c;
						} catch (er) {
							re = re.substring(0, reClassStart) + "(?:$.)";
						}
						hasMagic = true;
						inClass = false;
						continue;
					default:
						clearStateChar();
						if (reSpecials[c] && !(c === "^" && inClass)) re += "\\";
						re += c;
				}
			}
			if (inClass) {
				cs = pattern.slice(classStart + 1);
				sp = this.parse(cs, SUBPARSE);
				re = re.substring(0, reClassStart) + "\\[" + sp[0];
				hasMagic = hasMagic || sp[1];
			}
			for (pl = patternListStack.pop(); pl; pl = patternListStack.pop()) {
				let tail;
				tail = re.slice(pl.reStart + pl.open.length);
				this.debug("setting tail", re, pl);
				tail = tail.replace(/((?:\\{2}){0,64})(\\?)\|/g, (_, $1, $2) => {
					/* istanbul ignore else - should already be done */
					if (!$2) $2 = "\\";
					return $1 + $1 + $2 + "|";
				});
				this.debug("tail=%j\n   %s", tail, tail, pl, re);
				const t = pl.type === "*" ? star : pl.type === "?" ? qmark : "\\" + pl.type;
				hasMagic = true;
				re = re.slice(0, pl.reStart) + t + "\\(" + tail;
			}
			clearStateChar();
			if (escaping) re += "\\\\";
			const addPatternStart = addPatternStartSet[re.charAt(0)];
			for (let n = negativeLists.length - 1; n > -1; n--) {
				const nl = negativeLists[n];
				const nlBefore = re.slice(0, nl.reStart);
				const nlFirst = re.slice(nl.reStart, nl.reEnd - 8);
				let nlAfter = re.slice(nl.reEnd);
				const nlLast = re.slice(nl.reEnd - 8, nl.reEnd) + nlAfter;
				const closeParensBefore = nlBefore.split(")").length;
				const openParensBefore = nlBefore.split("(").length - closeParensBefore;
				let cleanAfter = nlAfter;
				for (let i = 0; i < openParensBefore; i++) cleanAfter = cleanAfter.replace(/\)[+*?]?/, "");
				nlAfter = cleanAfter;
				const dollar = nlAfter === "" && isSub !== SUBPARSE ? "(?:$|\\/)" : "";
				re = nlBefore + nlFirst + nlAfter + dollar + nlLast;
			}
			if (re !== "" && hasMagic) re = "(?=.)" + re;
			if (addPatternStart) re = patternStart() + re;
			if (isSub === SUBPARSE) return [re, hasMagic];
			if (options.nocase && !hasMagic) hasMagic = pattern.toUpperCase() !== pattern.toLowerCase();
			if (!hasMagic) return globUnescape(pattern);
			const flags = options.nocase ? "i" : "";
			try {
				return Object.assign(new RegExp("^" + re + "$", flags), {
					_glob: pattern,
					_src: re
				});
			} catch (er) /* istanbul ignore next - should be impossible */ {
				return /* @__PURE__ */ new RegExp("$.");
			}
		}
		makeRe() {
			if (this.regexp || this.regexp === false) return this.regexp;
			const set = this.set;
			if (!set.length) {
				this.regexp = false;
				return this.regexp;
			}
			const options = this.options;
			const twoStar = options.noglobstar ? star : options.dot ? twoStarDot : twoStarNoDot;
			const flags = options.nocase ? "i" : "";
			let re = set.map((pattern) => {
				pattern = pattern.map((p) => typeof p === "string" ? regExpEscape(p) : p === GLOBSTAR ? GLOBSTAR : p._src).reduce((set, p) => {
					if (!(set[set.length - 1] === GLOBSTAR && p === GLOBSTAR)) set.push(p);
					return set;
				}, []);
				pattern.forEach((p, i) => {
					if (p !== GLOBSTAR || pattern[i - 1] === GLOBSTAR) return;
					if (i === 0) {
						if (pattern.length > 1) pattern[i + 1] = "(?:\\/|" + twoStar + "\\/)?" + pattern[i + 1];
						else pattern[i] = twoStar;
					} else if (i === pattern.length - 1) pattern[i - 1] += "(?:\\/|" + twoStar + ")?";
					else {
						pattern[i - 1] += "(?:\\/|\\/" + twoStar + "\\/)" + pattern[i + 1];
						pattern[i + 1] = GLOBSTAR;
					}
				});
				return pattern.filter((p) => p !== GLOBSTAR).join("/");
			}).join("|");
			re = "^(?:" + re + ")$";
			if (this.negate) re = "^(?!" + re + ").*$";
			try {
				this.regexp = new RegExp(re, flags);
			} catch (ex) /* istanbul ignore next - should be impossible */ {
				this.regexp = false;
			}
			return this.regexp;
		}
		match(f, partial = this.partial) {
			this.debug("match", f, this.pattern);
			if (this.comment) return false;
			if (this.empty) return f === "";
			if (f === "/" && partial) return true;
			const options = this.options;
			if (path.sep !== "/") f = f.split(path.sep).join("/");
			f = f.split(slashSplit);
			this.debug(this.pattern, "split", f);
			const set = this.set;
			this.debug(this.pattern, "set", set);
			let filename;
			for (let i = f.length - 1; i >= 0; i--) {
				filename = f[i];
				if (filename) break;
			}
			for (let i = 0; i < set.length; i++) {
				const pattern = set[i];
				let file = f;
				if (options.matchBase && pattern.length === 1) file = [filename];
				if (this.matchOne(file, pattern, partial)) {
					if (options.flipNegate) return true;
					return !this.negate;
				}
			}
			if (options.flipNegate) return false;
			return this.negate;
		}
		static defaults(def) {
			return minimatch.defaults(def).Minimatch;
		}
	};
	minimatch.Minimatch = Minimatch;
}));
// node_modules/glob/node_modules/balanced-match/index.js
var require_balanced_match = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	module.exports = balanced;
	function balanced(a, b, str) {
		if (a instanceof RegExp) a = maybeMatch(a, str);
		if (b instanceof RegExp) b = maybeMatch(b, str);
		var r = range(a, b, str);
		return r && {
			start: r[0],
			end: r[1],
			pre: str.slice(0, r[0]),
			body: str.slice(r[0] + a.length, r[1]),
			post: str.slice(r[1] + b.length)
		};
	}
	function maybeMatch(reg, str) {
		var m = str.match(reg);
		return m ? m[0] : null;
	}
	balanced.range = range;
	function range(a, b, str) {
		var begs, beg, left, right, result;
		var ai = str.indexOf(a);
		var bi = str.indexOf(b, ai + 1);
		var i = ai;
		if (ai >= 0 && bi > 0) {
			if (a === b) return [ai, bi];
			begs = [];
			left = str.length;
			while (i >= 0 && !result) {
				if (i == ai) {
					begs.push(i);
					ai = str.indexOf(a, i + 1);
				} else if (begs.length == 1) result = [begs.pop(), bi];
				else {
					beg = begs.pop();
					if (beg < left) {
						left = beg;
						right = bi;
					}
					bi = str.indexOf(b, i + 1);
				}
				i = ai < bi && ai >= 0 ? ai : bi;
			}
			if (begs.length) result = [left, right];
		}
		return result;
	}
}));
// node_modules/glob/node_modules/brace-expansion/index.js
var require_brace_expansion = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	var balanced = require_balanced_match();
	module.exports = expandTop;
	var escSlash = "\0SLASH" + Math.random().toFixed(16) + "\0";
	var escOpen = "\0OPEN" + Math.random().toFixed(16) + "\0";
	var escClose = "\0CLOSE" + Math.random().toFixed(16) + "\0";
	var escComma = "\0COMMA" + Math.random().toFixed(16) + "\0";
	var escPeriod = "\0PERIOD" + Math.random().toFixed(16) + "\0";
	var EXPANSION_MAX = 1e5;
	var EXPANSION_MAX_LENGTH = 4e6;
	var EXPANSION_MAX_DEPTH = 1e3;
	var EXPANSION_MAX_REWRITES = 1e3;
	var EXPANSION_MAX_STEPS = 2e7;
	var CALL_STEPS = 16;
	function numeric(str) {
		return parseInt(str, 10) == str ? parseInt(str, 10) : str.charCodeAt(0);
	}
	function escapeBraces(str) {
		return str.split("\\\\").join(escSlash).split("\\{").join(escOpen).split("\\}").join(escClose).split("\\,").join(escComma).split("\\.").join(escPeriod);
	}
	function unescapeBraces(str) {
		return str.split(escSlash).join("\\").split(escOpen).join("{").split(escClose).join("}").split(escComma).join(",").split(escPeriod).join(".");
	}
	function pushAll(target, items) {
		for (var i = 0; i < items.length; i++) target.push(items[i]);
	}
	function balancedWithBudget(str, masked, budget) {
		if (budget.remaining < 0) return;
		var r = balanced.range("{", "}", masked);
		var unmatched = r !== void 0 && masked.indexOf("{") < r[0];
		budget.remaining -= r && !unmatched ? r[1] + 1 : str.length;
		if (!r || budget.remaining < 0) return;
		return {
			end: r[1],
			pre: str.slice(0, r[0]),
			body: str.slice(r[0] + 1, r[1]),
			post: str.slice(r[1] + 1),
			unmatched
		};
	}
	function maskUnmatchedOpens(masked, budget) {
		budget.remaining -= masked.length;
		var open = [];
		for (var i = 0; i < masked.length; i++) {
			var c = masked.charCodeAt(i);
			if (c === 123) open.push(i);
			else if (c === 125 && open.length) open.pop();
		}
		var out = "";
		var last = 0;
		for (var j = 0; j < open.length; j++) {
			out += masked.slice(last, open[j]) + "\0";
			last = open[j] + 1;
		}
		return out + masked.slice(last);
	}
	function commaSetFollows(str, budget) {
		budget.remaining -= str.length;
		if (budget.remaining < 0) return false;
		var close = false;
		for (var i = str.length - 1; i >= 0; i--) {
			var c = str.charCodeAt(i);
			if (c === 125) close = true;
			else if (c === 10 || c === 13 || c === 8232 || c === 8233) close = false;
			else if (c === 44 && close && str.charCodeAt(i + 1) !== 44) return true;
		}
		return false;
	}
	function parseCommaParts(str, budget) {
		var parts = [];
		var carry = "";
		for (;;) {
			var m = balancedWithBudget(str, str, budget);
			if (budget.remaining < 0) return;
			if (!m) {
				var tail = str.split(",");
				tail[0] = carry + tail[0];
				pushAll(parts, tail);
				return parts;
			}
			var pre = m.pre;
			var body = m.body;
			var post = m.post;
			var p = pre.split(",");
			p[0] = carry + p[0];
			p[p.length - 1] += "{" + body + "}";
			if (!post.length) {
				pushAll(parts, p);
				return parts;
			}
			carry = p.pop();
			pushAll(parts, p);
			str = post;
		}
	}
	function bound(value, fallback) {
		return value == null || isNaN(value) ? fallback : value;
	}
	function expandTop(str, options) {
		if (!str) return [];
		options = options || {};
		var max = bound(options.max, EXPANSION_MAX);
		var maxLength = bound(options.maxLength, EXPANSION_MAX_LENGTH);
		var maxDepth = bound(options.maxDepth, EXPANSION_MAX_DEPTH);
		var maxRewrites = bound(options.maxRewrites, EXPANSION_MAX_REWRITES);
		var maxSteps = bound(options.maxSteps, EXPANSION_MAX_STEPS);
		if (str.substr(0, 2) === "{}") str = "\\{\\}" + str.substr(2);
		return expand(escapeBraces(str), max, maxLength, maxDepth, 0, maxRewrites, { remaining: maxSteps }, true).map(unescapeBraces);
	}
	function embrace(str) {
		return "{" + str + "}";
	}
	function isPadded(el) {
		return /^-?0\d/.test(el);
	}
	function lte(i, y) {
		return i <= y;
	}
	function gte(i, y) {
		return i >= y;
	}
	function combine(acc, pre, values, max, maxLength, dropEmpties, budget) {
		var out = [];
		var length = 0;
		var nonEmpty;
		outer: for (var a = 0; a < acc.length; a++) {
			var prefix = acc[a] + pre;
			var vs = values;
			if (dropEmpties && !prefix) {
				if (!nonEmpty) nonEmpty = values.filter(Boolean);
				vs = nonEmpty;
			}
			for (var v = 0; v < vs.length; v++) {
				if (out.length >= max) break outer;
				var expansion = prefix + vs[v];
				if (length + expansion.length > maxLength) break outer;
				out.push(expansion);
				length += expansion.length;
			}
		}
		budget.remaining -= out.length;
		return out;
	}
	function expandSequence(body, isAlphaSequence, max, maxLength, budget) {
		var n = body.split(/\.\./);
		var N = [];
		/* c8 ignore start */
		if (n[0] === void 0 || n[1] === void 0) return N;
		/* c8 ignore stop */
		var x = numeric(n[0]);
		var y = numeric(n[1]);
		var width = Math.max(n[0].length, n[1].length);
		var incr = n.length === 3 && n[2] !== void 0 ? Math.max(Math.abs(numeric(n[2])), 1) : 1;
		var test = lte;
		if (y < x) {
			incr *= -1;
			test = gte;
		}
		var pad = n.some(isPadded);
		var cost = pad ? width : 1;
		var length = 0;
		for (var i = x; test(i, y) && N.length < max; i += incr) {
			budget.remaining -= cost;
			if (budget.remaining < 0) return;
			var c;
			if (isAlphaSequence) {
				c = String.fromCharCode(i);
				if (c === "\\") c = "";
			} else {
				c = String(i);
				if (pad) {
					var need = width - c.length;
					if (need > 0) {
						var z = new Array(need + 1).join("0");
						if (i < 0) c = "-" + z + c.slice(1);
						else c = z + c;
					}
				}
			}
			if (length + c.length > maxLength) break;
			N.push(c);
			length += c.length;
		}
		return N;
	}
	function expand(str, max, maxLength, maxDepth, depth, maxRewrites, budget, isTop) {
		budget.remaining -= CALL_STEPS;
		if (depth > maxDepth) return [str];
		var acc = [""];
		var rewrites = 0;
		var dropEmpties = false;
		var firstGroup = true;
		var masked = str;
		for (;;) {
			const m = balancedWithBudget(str, masked, budget);
			if (!m) return combine(acc, str, [""], max, maxLength, dropEmpties, budget);
			if (m.unmatched) masked = maskUnmatchedOpens(masked, budget);
			const pre = m.pre;
			var literal = function() {
				return combine(acc, pre + "{" + m.body + "}" + m.post, [""], max, maxLength, dropEmpties, budget);
			};
			if (/\$$/.test(pre)) {
				acc = combine(acc, pre + "{" + m.body + "}", [""], max, maxLength, dropEmpties && !m.post.length, budget);
				firstGroup = false;
				if (!m.post.length) break;
				str = m.post;
				masked = masked.slice(m.end + 1);
				continue;
			}
			var isNumericSequence = /^-?\d+\.\.-?\d+(?:\.\.-?\d+)?$/.test(m.body);
			var isAlphaSequence = /^[a-zA-Z]\.\.[a-zA-Z](?:\.\.-?\d+)?$/.test(m.body);
			var isSequence = isNumericSequence || isAlphaSequence;
			var isOptions = m.body.indexOf(",") >= 0;
			if (!isSequence && !isOptions) {
				if (rewrites < maxRewrites && commaSetFollows(m.post, budget)) {
					rewrites++;
					str = m.pre + "{" + m.body + escClose + m.post;
					masked = masked.slice(0, m.end) + escClose + masked.slice(m.end + 1);
					isTop = true;
					continue;
				}
				return literal();
			}
			if (firstGroup) {
				dropEmpties = isTop && !isSequence;
				firstGroup = false;
			}
			var values;
			if (isSequence) {
				values = expandSequence(m.body, isAlphaSequence, max, maxLength, budget);
				if (!values) return literal();
			} else {
				var n = parseCommaParts(m.body, budget);
				if (!n) return literal();
				if (n.length === 1 && n[0] !== void 0) {
					n = expand(n[0], max, maxLength, maxDepth, depth + 1, maxRewrites, budget, false).map(embrace);
					if (budget.remaining < 0) return literal();
					/* c8 ignore start */
					if (n.length === 1) {
						var single = combine(acc, pre + n[0], [""], max, maxLength, dropEmpties && !m.post.length, budget);
						if (budget.remaining < 0) return literal();
						acc = single;
						if (!m.post.length) break;
						str = m.post;
						masked = masked.slice(m.end + 1);
						continue;
					}
				}
				var dropsEmpties = dropEmpties && !m.post.length && !pre;
				for (var d = 0; dropsEmpties && d < acc.length; d++) if (acc[d]) dropsEmpties = false;
				values = [];
				var valuesLength = 0;
				outer: for (var j = 0; j < n.length; j++) {
					var expanded = expand(n[j], max, maxLength, maxDepth, depth + 1, maxRewrites, budget, false);
					if (budget.remaining < 0) return literal();
					for (var k = 0; k < expanded.length; k++) {
						var v = expanded[k];
						if (dropsEmpties && !v) continue;
						if (values.length >= max || valuesLength + v.length > maxLength) break outer;
						values.push(v);
						valuesLength += v.length;
					}
				}
			}
			var next = combine(acc, pre, values, max, maxLength, dropEmpties && !m.post.length, budget);
			if (budget.remaining < 0) return literal();
			acc = next;
			if (!m.post.length) break;
			str = m.post;
			masked = masked.slice(m.end + 1);
		}
		return acc;
	}
}));
// node_modules/glob/node_modules/minimatch/dist/commonjs/assert-valid-pattern.js
var require_assert_valid_pattern = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.assertValidPattern = void 0;
	const MAX_PATTERN_LENGTH = 65536;
	const assertValidPattern = (pattern) => {
		if (typeof pattern !== "string") throw new TypeError("invalid pattern");
		if (pattern.length > MAX_PATTERN_LENGTH) throw new TypeError("pattern is too long");
	};
	exports.assertValidPattern = assertValidPattern;
}));
// node_modules/glob/node_modules/minimatch/dist/commonjs/brace-expressions.js
var require_brace_expressions = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.parseClass = void 0;
	const posixClasses = {
		"[:alnum:]": ["\\p{L}\\p{Nl}\\p{Nd}", true],
		"[:alpha:]": ["\\p{L}\\p{Nl}", true],
		"[:ascii:]": ["\\x00-\\x7f", false],
		"[:blank:]": ["\\p{Zs}\\t", true],
		"[:cntrl:]": ["\\p{Cc}", true],
		"[:digit:]": ["\\p{Nd}", true],
		"[:graph:]": [
			"\\p{Z}\\p{C}",
			true,
			true
		],
		"[:lower:]": ["\\p{Ll}", true],
		"[:print:]": ["\\p{C}", true],
		"[:punct:]": ["\\p{P}", true],
		"[:space:]": ["\\p{Z}\\t\\r\\n\\v\\f", true],
		"[:upper:]": ["\\p{Lu}", true],
		"[:word:]": ["\\p{L}\\p{Nl}\\p{Nd}\\p{Pc}", true],
		"[:xdigit:]": ["A-Fa-f0-9", false]
	};
	const braceEscape = (s) => s.replace(/[[\]\\-]/g, "\\$&");
	const regexpEscape = (s) => s.replace(/[-[\]{}()*+?.,\\^$|#\s]/g, "\\$&");
	const rangesToString = (ranges) => ranges.join("");
	const parseClass = (glob, position) => {
		const pos = position;
		/* c8 ignore start */
		if (glob.charAt(pos) !== "[") throw new Error("not in a brace expression");
		/* c8 ignore stop */
		const ranges = [];
		const negs = [];
		let i = pos + 1;
		let sawStart = false;
		let uflag = false;
		let escaping = false;
		let negate = false;
		let endPos = pos;
		let rangeStart = "";
		WHILE: while (i < glob.length) {
			const c = glob.charAt(i);
			if ((c === "!" || c === "^") && i === pos + 1) {
				negate = true;
				i++;
				continue;
			}
			if (c === "]" && sawStart && !escaping) {
				endPos = i + 1;
				break;
			}
			sawStart = true;
			if (c === "\\") {
				if (!escaping) {
					escaping = true;
					i++;
					continue;
				}
			}
			if (c === "[" && !escaping) {
				for (const [cls, [unip, u, neg]] of Object.entries(posixClasses)) if (glob.startsWith(cls, i)) {
					if (rangeStart) return [
						"$.",
						false,
						glob.length - pos,
						true
					];
					i += cls.length;
					if (neg) negs.push(unip);
					else ranges.push(unip);
					uflag = uflag || u;
					continue WHILE;
				}
			}
			escaping = false;
			if (rangeStart) {
				if (c > rangeStart) ranges.push(braceEscape(rangeStart) + "-" + braceEscape(c));
				else if (c === rangeStart) ranges.push(braceEscape(c));
				rangeStart = "";
				i++;
				continue;
			}
			if (glob.startsWith("-]", i + 1)) {
				ranges.push(braceEscape(c + "-"));
				i += 2;
				continue;
			}
			if (glob.startsWith("-", i + 1)) {
				rangeStart = c;
				i += 2;
				continue;
			}
			ranges.push(braceEscape(c));
			i++;
		}
		if (endPos < i) return [
			"",
			false,
			0,
			false
		];
		if (!ranges.length && !negs.length) return [
			"$.",
			false,
			glob.length - pos,
			true
		];
		if (negs.length === 0 && ranges.length === 1 && /^\\?.$/.test(ranges[0]) && !negate) {
			const r = ranges[0].length === 2 ? ranges[0].slice(-1) : ranges[0];
			return [
				regexpEscape(r),
				false,
				endPos - pos,
				false
			];
		}
		const sranges = "[" + (negate ? "^" : "") + rangesToString(ranges) + "]";
		const snegs = "[" + (negate ? "" : "^") + rangesToString(negs) + "]";
		return [
			ranges.length && negs.length ? "(" + sranges + "|" + snegs + ")" : ranges.length ? sranges : snegs,
			uflag,
			endPos - pos,
			true
		];
	};
	exports.parseClass = parseClass;
}));
// node_modules/glob/node_modules/minimatch/dist/commonjs/unescape.js
var require_unescape = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.unescape = void 0;
	/**
	* Un-escape a string that has been escaped with {@link escape}.
	*
	* If the {@link windowsPathsNoEscape} option is used, then square-brace
	* escapes are removed, but not backslash escapes.  For example, it will turn
	* the string `'[*]'` into `*`, but it will not turn `'\\*'` into `'*'`,
	* becuase `\` is a path separator in `windowsPathsNoEscape` mode.
	*
	* When `windowsPathsNoEscape` is not set, then both brace escapes and
	* backslash escapes are removed.
	*
	* Slashes (and backslashes in `windowsPathsNoEscape` mode) cannot be escaped
	* or unescaped.
	*/
	const unescape = (s, { windowsPathsNoEscape = false } = {}) => {
		return windowsPathsNoEscape ? s.replace(/\[([^\/\\])\]/g, "$1") : s.replace(/((?!\\).|^)\[([^\/\\])\]/g, "$1$2").replace(/\\([^\/])/g, "$1");
	};
	exports.unescape = unescape;
}));
// node_modules/glob/node_modules/minimatch/dist/commonjs/ast.js
var require_ast = /* @__PURE__ */ __commonJSMin(((exports) => {
	var _a;
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.AST = void 0;
	const brace_expressions_js_1 = require_brace_expressions();
	const unescape_js_1 = require_unescape();
	const types = /* @__PURE__ */ new Set([
		"!",
		"?",
		"+",
		"*",
		"@"
	]);
	const isExtglobType = (c) => types.has(c);
	const isExtglobAST = (c) => isExtglobType(c.type);
	const adoptionMap = /* @__PURE__ */ new Map([
		["!", ["@"]],
		["?", ["?", "@"]],
		["@", ["@"]],
		["*", [
			"*",
			"+",
			"?",
			"@"
		]],
		["+", ["+", "@"]]
	]);
	const adoptionWithSpaceMap = /* @__PURE__ */ new Map([
		["!", ["?"]],
		["@", ["?"]],
		["+", ["?", "*"]]
	]);
	const adoptionAnyMap = /* @__PURE__ */ new Map([
		["!", ["?", "@"]],
		["?", ["?", "@"]],
		["@", ["?", "@"]],
		["*", [
			"*",
			"+",
			"?",
			"@"
		]],
		["+", [
			"+",
			"@",
			"?",
			"*"
		]]
	]);
	const usurpMap = /* @__PURE__ */ new Map([
		["!", /* @__PURE__ */ new Map([["!", "@"]])],
		["?", /* @__PURE__ */ new Map([["*", "*"], ["+", "*"]])],
		["@", /* @__PURE__ */ new Map([
			["!", "!"],
			["?", "?"],
			["@", "@"],
			["*", "*"],
			["+", "+"]
		])],
		["+", /* @__PURE__ */ new Map([["?", "*"], ["*", "*"]])]
	]);
	const startNoTraversal = "(?!(?:^|/)\\.\\.?(?:$|/))";
	const startNoDot = "(?!\\.)";
	const addPatternStart = /* @__PURE__ */ new Set(["[", "."]);
	const justDots = /* @__PURE__ */ new Set(["..", "."]);
	const reSpecials = /* @__PURE__ */ new Set("().*{}+?[]^$\\!");
	const regExpEscape = (s) => s.replace(/[-[\]{}()*+?.,\\^$|#\s]/g, "\\$&");
	const qmark = "[^/]";
	const star = "[^/]*?";
	const starNoEmpty = "[^/]+?";
	var AST = class {
		type;
		#root;
		#hasMagic;
		#uflag = false;
		#parts = [];
		#parent;
		#parentIndex;
		#negs;
		#filledNegs = false;
		#options;
		#toString;
		#emptyExt = false;
		constructor(type, parent, options = {}) {
			this.type = type;
			if (type) this.#hasMagic = true;
			this.#parent = parent;
			this.#root = this.#parent ? this.#parent.#root : this;
			this.#options = this.#root === this ? options : this.#root.#options;
			this.#negs = this.#root === this ? [] : this.#root.#negs;
			if (type === "!" && !this.#root.#filledNegs) this.#negs.push(this);
			this.#parentIndex = this.#parent ? this.#parent.#parts.length : 0;
		}
		get hasMagic() {
			/* c8 ignore start */
			if (this.#hasMagic !== void 0) return this.#hasMagic;
			/* c8 ignore stop */
			for (const p of this.#parts) {
				if (typeof p === "string") continue;
				if (p.type || p.hasMagic) return this.#hasMagic = true;
			}
			return this.#hasMagic;
		}
		toString() {
			if (this.#toString !== void 0) return this.#toString;
			if (!this.type) return this.#toString = this.#parts.map((p) => String(p)).join("");
			else return this.#toString = this.type + "(" + this.#parts.map((p) => String(p)).join("|") + ")";
		}
		#fillNegs() {
			/* c8 ignore start */
			if (this !== this.#root) throw new Error("should only call on root");
			if (this.#filledNegs) return this;
			/* c8 ignore stop */
			this.toString();
			this.#filledNegs = true;
			let n;
			while (n = this.#negs.pop()) {
				if (n.type !== "!") continue;
				let p = n;
				let pp = p.#parent;
				while (pp) {
					for (let i = p.#parentIndex + 1; !pp.type && i < pp.#parts.length; i++) for (const part of n.#parts) {
						/* c8 ignore start */
						if (typeof part === "string") throw new Error("string part in extglob AST??");
						/* c8 ignore stop */
						part.copyIn(pp.#parts[i]);
					}
					p = pp;
					pp = p.#parent;
				}
			}
			return this;
		}
		push(...parts) {
			for (const p of parts) {
				if (p === "") continue;
				/* c8 ignore start */
				if (typeof p !== "string" && !(p instanceof _a && p.#parent === this)) throw new Error("invalid part: " + p);
				/* c8 ignore stop */
				this.#parts.push(p);
			}
		}
		toJSON() {
			const ret = this.type === null ? this.#parts.slice().map((p) => typeof p === "string" ? p : p.toJSON()) : [this.type, ...this.#parts.map((p) => p.toJSON())];
			if (this.isStart() && !this.type) ret.unshift([]);
			if (this.isEnd() && (this === this.#root || this.#root.#filledNegs && this.#parent?.type === "!")) ret.push({});
			return ret;
		}
		isStart() {
			if (this.#root === this) return true;
			if (!this.#parent?.isStart()) return false;
			if (this.#parentIndex === 0) return true;
			const p = this.#parent;
			for (let i = 0; i < this.#parentIndex; i++) {
				const pp = p.#parts[i];
				if (!(pp instanceof _a && pp.type === "!")) return false;
			}
			return true;
		}
		isEnd() {
			if (this.#root === this) return true;
			if (this.#parent?.type === "!") return true;
			if (!this.#parent?.isEnd()) return false;
			if (!this.type) return this.#parent?.isEnd();
			/* c8 ignore start */
			const pl = this.#parent ? this.#parent.#parts.length : 0;
			/* c8 ignore stop */
			return this.#parentIndex === pl - 1;
		}
		copyIn(part) {
			if (typeof part === "string") this.push(part);
			else this.push(part.clone(this));
		}
		clone(parent) {
			const c = new _a(this.type, parent);
			for (const p of this.#parts) c.copyIn(p);
			return c;
		}
		static #parseAST(str, ast, pos, opt, extDepth) {
			const maxDepth = opt.maxExtglobRecursion ?? 2;
			let escaping = false;
			let inBrace = false;
			let braceStart = -1;
			let braceNeg = false;
			if (ast.type === null) {
				let i = pos;
				let acc = "";
				while (i < str.length) {
					const c = str.charAt(i++);
					if (escaping || c === "\\") {
						escaping = !escaping;
						acc += c;
						continue;
					}
					if (inBrace) {
						if (i === braceStart + 1) {
							if (c === "^" || c === "!") braceNeg = true;
						} else if (c === "]" && !(i === braceStart + 2 && braceNeg)) inBrace = false;
						acc += c;
						continue;
					} else if (c === "[") {
						inBrace = true;
						braceStart = i;
						braceNeg = false;
						acc += c;
						continue;
					}
					if (!opt.noext && isExtglobType(c) && str.charAt(i) === "(" && extDepth <= maxDepth) {
						ast.push(acc);
						acc = "";
						const ext = new _a(c, ast);
						i = _a.#parseAST(str, ext, i, opt, extDepth + 1);
						ast.push(ext);
						continue;
					}
					acc += c;
				}
				ast.push(acc);
				return i;
			}
			let i = pos + 1;
			let part = new _a(null, ast);
			const parts = [];
			let acc = "";
			while (i < str.length) {
				const c = str.charAt(i++);
				if (escaping || c === "\\") {
					escaping = !escaping;
					acc += c;
					continue;
				}
				if (inBrace) {
					if (i === braceStart + 1) {
						if (c === "^" || c === "!") braceNeg = true;
					} else if (c === "]" && !(i === braceStart + 2 && braceNeg)) inBrace = false;
					acc += c;
					continue;
				} else if (c === "[") {
					inBrace = true;
					braceStart = i;
					braceNeg = false;
					acc += c;
					continue;
				}
				/* c8 ignore stop */
				if (isExtglobType(c) && str.charAt(i) === "(" && (extDepth <= maxDepth || ast && ast.#canAdoptType(c))) {
					const depthAdd = ast && ast.#canAdoptType(c) ? 0 : 1;
					part.push(acc);
					acc = "";
					const ext = new _a(c, part);
					part.push(ext);
					i = _a.#parseAST(str, ext, i, opt, extDepth + depthAdd);
					continue;
				}
				if (c === "|") {
					part.push(acc);
					acc = "";
					parts.push(part);
					part = new _a(null, ast);
					continue;
				}
				if (c === ")") {
					if (acc === "" && ast.#parts.length === 0) ast.#emptyExt = true;
					part.push(acc);
					acc = "";
					ast.push(...parts, part);
					return i;
				}
				acc += c;
			}
			ast.type = null;
			ast.#hasMagic = void 0;
			ast.#parts = [str.substring(pos - 1)];
			return i;
		}
		#canAdoptWithSpace(child) {
			return this.#canAdopt(child, adoptionWithSpaceMap);
		}
		#canAdopt(child, map = adoptionMap) {
			if (!child || typeof child !== "object" || child.type !== null || child.#parts.length !== 1 || this.type === null) return false;
			const gc = child.#parts[0];
			if (!gc || typeof gc !== "object" || gc.type === null) return false;
			return this.#canAdoptType(gc.type, map);
		}
		#canAdoptType(c, map = adoptionAnyMap) {
			return !!map.get(this.type)?.includes(c);
		}
		#adoptWithSpace(child, index) {
			const gc = child.#parts[0];
			const blank = new _a(null, gc, this.options);
			blank.#parts.push("");
			gc.push(blank);
			this.#adopt(child, index);
		}
		#adopt(child, index) {
			const gc = child.#parts[0];
			this.#parts.splice(index, 1, ...gc.#parts);
			for (const p of gc.#parts) if (typeof p === "object") p.#parent = this;
			this.#toString = void 0;
		}
		#canUsurpType(c) {
			return !!usurpMap.get(this.type)?.has(c);
		}
		#canUsurp(child) {
			if (!child || typeof child !== "object" || child.type !== null || child.#parts.length !== 1 || this.type === null || this.#parts.length !== 1) return false;
			const gc = child.#parts[0];
			if (!gc || typeof gc !== "object" || gc.type === null) return false;
			return this.#canUsurpType(gc.type);
		}
		#usurp(child) {
			const m = usurpMap.get(this.type);
			const gc = child.#parts[0];
			const nt = m?.get(gc.type);
			/* c8 ignore start - impossible */
			if (!nt) return false;
			/* c8 ignore stop */
			this.#parts = gc.#parts;
			for (const p of this.#parts) if (typeof p === "object") p.#parent = this;
			this.type = nt;
			this.#toString = void 0;
			this.#emptyExt = false;
		}
		#flatten() {
			if (!isExtglobAST(this)) {
				for (const p of this.#parts) if (typeof p === "object") p.#flatten();
			} else {
				let iterations = 0;
				let done = false;
				do {
					done = true;
					for (let i = 0; i < this.#parts.length; i++) {
						const c = this.#parts[i];
						if (typeof c === "object") {
							c.#flatten();
							if (this.#canAdopt(c)) {
								done = false;
								this.#adopt(c, i);
							} else if (this.#canAdoptWithSpace(c)) {
								done = false;
								this.#adoptWithSpace(c, i);
							} else if (this.#canUsurp(c)) {
								done = false;
								this.#usurp(c);
							}
						}
					}
				} while (!done && ++iterations < 10);
			}
			this.#toString = void 0;
		}
		static fromGlob(pattern, options = {}) {
			const ast = new _a(null, void 0, options);
			_a.#parseAST(pattern, ast, 0, options, 0);
			return ast;
		}
		toMMPattern() {
			/* c8 ignore start */
			if (this !== this.#root) return this.#root.toMMPattern();
			/* c8 ignore stop */
			const glob = this.toString();
			const [re, body, hasMagic, uflag] = this.toRegExpSource();
			if (!(hasMagic || this.#hasMagic || this.#options.nocase && !this.#options.nocaseMagicOnly && glob.toUpperCase() !== glob.toLowerCase())) return body;
			const flags = (this.#options.nocase ? "i" : "") + (uflag ? "u" : "");
			return Object.assign(new RegExp(`^${re}$`, flags), {
				_src: re,
				_glob: glob
			});
		}
		get options() {
			return this.#options;
		}
		toRegExpSource(allowDot) {
			const dot = allowDot ?? !!this.#options.dot;
			if (this.#root === this) {
				this.#flatten();
				this.#fillNegs();
			}
			if (!isExtglobAST(this)) {
				const noEmpty = this.isStart() && this.isEnd();
				const src = this.#parts.map((p) => {
					const [re, _, hasMagic, uflag] = typeof p === "string" ? _a.#parseGlob(p, this.#hasMagic, noEmpty) : p.toRegExpSource(allowDot);
					this.#hasMagic = this.#hasMagic || hasMagic;
					this.#uflag = this.#uflag || uflag;
					return re;
				}).join("");
				let start = "";
				if (this.isStart()) {
					if (typeof this.#parts[0] === "string") {
						if (!(this.#parts.length === 1 && justDots.has(this.#parts[0]))) {
							const aps = addPatternStart;
							const needNoTrav = dot && aps.has(src.charAt(0)) || src.startsWith("\\.") && aps.has(src.charAt(2)) || src.startsWith("\\.\\.") && aps.has(src.charAt(4));
							const needNoDot = !dot && !allowDot && aps.has(src.charAt(0));
							start = needNoTrav ? startNoTraversal : needNoDot ? startNoDot : "";
						}
					}
				}
				let end = "";
				if (this.isEnd() && this.#root.#filledNegs && this.#parent?.type === "!") end = "(?:$|\\/)";
				return [
					start + src + end,
					(0, unescape_js_1.unescape)(src),
					this.#hasMagic = !!this.#hasMagic,
					this.#uflag
				];
			}
			const repeated = this.type === "*" || this.type === "+";
			const start = this.type === "!" ? "(?:(?!(?:" : "(?:";
			let body = this.#partsToRegExp(dot);
			if (this.isStart() && this.isEnd() && !body && this.type !== "!") {
				const s = this.toString();
				const me = this;
				me.#parts = [s];
				me.type = null;
				me.#hasMagic = void 0;
				return [
					s,
					(0, unescape_js_1.unescape)(this.toString()),
					false,
					false
				];
			}
			let bodyDotAllowed = !repeated || allowDot || dot || false ? "" : this.#partsToRegExp(true);
			if (bodyDotAllowed === body) bodyDotAllowed = "";
			if (bodyDotAllowed) body = `(?:${body})(?:${bodyDotAllowed})*?`;
			let final = "";
			if (this.type === "!" && this.#emptyExt) final = (this.isStart() && !dot ? startNoDot : "") + starNoEmpty;
			else {
				const close = this.type === "!" ? "))" + (this.isStart() && !dot && !allowDot ? startNoDot : "") + "[^/]*?)" : this.type === "@" ? ")" : this.type === "?" ? ")?" : this.type === "+" && bodyDotAllowed ? ")" : this.type === "*" && bodyDotAllowed ? `)?` : `)${this.type}`;
				final = start + body + close;
			}
			return [
				final,
				(0, unescape_js_1.unescape)(body),
				this.#hasMagic = !!this.#hasMagic,
				this.#uflag
			];
		}
		#partsToRegExp(dot) {
			return this.#parts.map((p) => {
				/* c8 ignore start */
				if (typeof p === "string") throw new Error("string type in extglob ast??");
				/* c8 ignore stop */
				const [re, _, _hasMagic, uflag] = p.toRegExpSource(dot);
				this.#uflag = this.#uflag || uflag;
				return re;
			}).filter((p) => !(this.isStart() && this.isEnd()) || !!p).join("|");
		}
		static #parseGlob(glob, hasMagic, noEmpty = false) {
			let escaping = false;
			let re = "";
			let uflag = false;
			let inStar = false;
			for (let i = 0; i < glob.length; i++) {
				const c = glob.charAt(i);
				if (escaping) {
					escaping = false;
					re += (reSpecials.has(c) ? "\\" : "") + c;
					inStar = false;
					continue;
				}
				if (c === "\\") {
					if (i === glob.length - 1) re += "\\\\";
					else escaping = true;
					continue;
				}
				if (c === "[") {
					const [src, needUflag, consumed, magic] = (0, brace_expressions_js_1.parseClass)(glob, i);
					if (consumed) {
						re += src;
						uflag = uflag || needUflag;
						i += consumed - 1;
						hasMagic = hasMagic || magic;
						inStar = false;
						continue;
					}
				}
				if (c === "*") {
					if (inStar) continue;
					inStar = true;
					re += noEmpty && /^[*]+$/.test(glob) ? starNoEmpty : star;
					hasMagic = true;
					continue;
				} else inStar = false;
				if (c === "?") {
					re += qmark;
					hasMagic = true;
					continue;
				}
				re += regExpEscape(c);
			}
			return [
				re,
				(0, unescape_js_1.unescape)(glob),
				!!hasMagic,
				uflag
			];
		}
	};
	exports.AST = AST;
	_a = AST;
}));
// node_modules/glob/node_modules/minimatch/dist/commonjs/escape.js
var require_escape = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.escape = void 0;
	/**
	* Escape all magic characters in a glob pattern.
	*
	* If the {@link windowsPathsNoEscape | GlobOptions.windowsPathsNoEscape}
	* option is used, then characters are escaped by wrapping in `[]`, because
	* a magic character wrapped in a character class can only be satisfied by
	* that exact character.  In this mode, `\` is _not_ escaped, because it is
	* not interpreted as a magic character, but instead as a path separator.
	*/
	const escape = (s, { windowsPathsNoEscape = false } = {}) => {
		return windowsPathsNoEscape ? s.replace(/[?*()[\]]/g, "[$&]") : s.replace(/[?*()[\]\\]/g, "\\$&");
	};
	exports.escape = escape;
}));
// node_modules/glob/node_modules/minimatch/dist/commonjs/index.js
var require_commonjs$4 = /* @__PURE__ */ __commonJSMin(((exports, module, this$3) => {
	var __importDefault = this$3 && this$3.__importDefault || function(mod) {
		return mod && mod.__esModule ? mod : { "default": mod };
	};
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.unescape = exports.escape = exports.AST = exports.Minimatch = exports.match = exports.makeRe = exports.braceExpand = exports.defaults = exports.filter = exports.GLOBSTAR = exports.sep = exports.minimatch = void 0;
	const brace_expansion_1 = __importDefault(require_brace_expansion());
	const assert_valid_pattern_js_1 = require_assert_valid_pattern();
	const ast_js_1 = require_ast();
	const escape_js_1 = require_escape();
	const unescape_js_1 = require_unescape();
	const minimatch = (p, pattern, options = {}) => {
		(0, assert_valid_pattern_js_1.assertValidPattern)(pattern);
		if (!options.nocomment && pattern.charAt(0) === "#") return false;
		return new Minimatch(pattern, options).match(p);
	};
	exports.minimatch = minimatch;
	const starDotExtRE = /^\*+([^+@!?\*\[\(]*)$/;
	const starDotExtTest = (ext) => (f) => !f.startsWith(".") && f.endsWith(ext);
	const starDotExtTestDot = (ext) => (f) => f.endsWith(ext);
	const starDotExtTestNocase = (ext) => {
		ext = ext.toLowerCase();
		return (f) => !f.startsWith(".") && f.toLowerCase().endsWith(ext);
	};
	const starDotExtTestNocaseDot = (ext) => {
		ext = ext.toLowerCase();
		return (f) => f.toLowerCase().endsWith(ext);
	};
	const starDotStarRE = /^\*+\.\*+$/;
	const starDotStarTest = (f) => !f.startsWith(".") && f.includes(".");
	const starDotStarTestDot = (f) => f !== "." && f !== ".." && f.includes(".");
	const dotStarRE = /^\.\*+$/;
	const dotStarTest = (f) => f !== "." && f !== ".." && f.startsWith(".");
	const starRE = /^\*+$/;
	const starTest = (f) => f.length !== 0 && !f.startsWith(".");
	const starTestDot = (f) => f.length !== 0 && f !== "." && f !== "..";
	const qmarksRE = /^\?+([^+@!?\*\[\(]*)?$/;
	const qmarksTestNocase = ([$0, ext = ""]) => {
		const noext = qmarksTestNoExt([$0]);
		if (!ext) return noext;
		ext = ext.toLowerCase();
		return (f) => noext(f) && f.toLowerCase().endsWith(ext);
	};
	const qmarksTestNocaseDot = ([$0, ext = ""]) => {
		const noext = qmarksTestNoExtDot([$0]);
		if (!ext) return noext;
		ext = ext.toLowerCase();
		return (f) => noext(f) && f.toLowerCase().endsWith(ext);
	};
	const qmarksTestDot = ([$0, ext = ""]) => {
		const noext = qmarksTestNoExtDot([$0]);
		return !ext ? noext : (f) => noext(f) && f.endsWith(ext);
	};
	const qmarksTest = ([$0, ext = ""]) => {
		const noext = qmarksTestNoExt([$0]);
		return !ext ? noext : (f) => noext(f) && f.endsWith(ext);
	};
	const qmarksTestNoExt = ([$0]) => {
		const len = $0.length;
		return (f) => f.length === len && !f.startsWith(".");
	};
	const qmarksTestNoExtDot = ([$0]) => {
		const len = $0.length;
		return (f) => f.length === len && f !== "." && f !== "..";
	};
	/* c8 ignore start */
	const defaultPlatform = typeof process === "object" && process ? typeof process.env === "object" && process.env && process.env.__MINIMATCH_TESTING_PLATFORM__ || process.platform : "posix";
	const path = {
		win32: { sep: "\\" },
		posix: { sep: "/" }
	};
	/* c8 ignore stop */
	exports.sep = defaultPlatform === "win32" ? path.win32.sep : path.posix.sep;
	exports.minimatch.sep = exports.sep;
	exports.GLOBSTAR = Symbol("globstar **");
	exports.minimatch.GLOBSTAR = exports.GLOBSTAR;
	const star = "[^/]*?";
	const twoStarDot = "(?:(?!(?:\\/|^)(?:\\.{1,2})($|\\/)).)*?";
	const twoStarNoDot = "(?:(?!(?:\\/|^)\\.).)*?";
	const filter = (pattern, options = {}) => (p) => (0, exports.minimatch)(p, pattern, options);
	exports.filter = filter;
	exports.minimatch.filter = exports.filter;
	const ext = (a, b = {}) => Object.assign({}, a, b);
	const defaults = (def) => {
		if (!def || typeof def !== "object" || !Object.keys(def).length) return exports.minimatch;
		const orig = exports.minimatch;
		const m = (p, pattern, options = {}) => orig(p, pattern, ext(def, options));
		return Object.assign(m, {
			Minimatch: class Minimatch extends orig.Minimatch {
				constructor(pattern, options = {}) {
					super(pattern, ext(def, options));
				}
				static defaults(options) {
					return orig.defaults(ext(def, options)).Minimatch;
				}
			},
			AST: class AST extends orig.AST {
				/* c8 ignore start */
				constructor(type, parent, options = {}) {
					super(type, parent, ext(def, options));
				}
				/* c8 ignore stop */
				static fromGlob(pattern, options = {}) {
					return orig.AST.fromGlob(pattern, ext(def, options));
				}
			},
			unescape: (s, options = {}) => orig.unescape(s, ext(def, options)),
			escape: (s, options = {}) => orig.escape(s, ext(def, options)),
			filter: (pattern, options = {}) => orig.filter(pattern, ext(def, options)),
			defaults: (options) => orig.defaults(ext(def, options)),
			makeRe: (pattern, options = {}) => orig.makeRe(pattern, ext(def, options)),
			braceExpand: (pattern, options = {}) => orig.braceExpand(pattern, ext(def, options)),
			match: (list, pattern, options = {}) => orig.match(list, pattern, ext(def, options)),
			sep: orig.sep,
			GLOBSTAR: exports.GLOBSTAR
		});
	};
	exports.defaults = defaults;
	exports.minimatch.defaults = exports.defaults;
	const braceExpand = (pattern, options = {}) => {
		(0, assert_valid_pattern_js_1.assertValidPattern)(pattern);
		if (options.nobrace || !/\{(?:(?!\{).)*\}/.test(pattern)) return [pattern];
		return (0, brace_expansion_1.default)(pattern);
	};
	exports.braceExpand = braceExpand;
	exports.minimatch.braceExpand = exports.braceExpand;
	const makeRe = (pattern, options = {}) => new Minimatch(pattern, options).makeRe();
	exports.makeRe = makeRe;
	exports.minimatch.makeRe = exports.makeRe;
	const match = (list, pattern, options = {}) => {
		const mm = new Minimatch(pattern, options);
		list = list.filter((f) => mm.match(f));
		if (mm.options.nonull && !list.length) list.push(pattern);
		return list;
	};
	exports.match = match;
	exports.minimatch.match = exports.match;
	const globMagic = /[?*]|[+@!]\(.*?\)|\[|\]/;
	const regExpEscape = (s) => s.replace(/[-[\]{}()*+?.,\\^$|#\s]/g, "\\$&");
	var Minimatch = class {
		options;
		set;
		pattern;
		windowsPathsNoEscape;
		nonegate;
		negate;
		comment;
		empty;
		preserveMultipleSlashes;
		partial;
		globSet;
		globParts;
		nocase;
		isWindows;
		platform;
		windowsNoMagicRoot;
		maxGlobstarRecursion;
		regexp;
		constructor(pattern, options = {}) {
			(0, assert_valid_pattern_js_1.assertValidPattern)(pattern);
			options = options || {};
			this.options = options;
			this.maxGlobstarRecursion = options.maxGlobstarRecursion ?? 200;
			this.pattern = pattern;
			this.platform = options.platform || defaultPlatform;
			this.isWindows = this.platform === "win32";
			this.windowsPathsNoEscape = !!options.windowsPathsNoEscape || options.allowWindowsEscape === false;
			if (this.windowsPathsNoEscape) this.pattern = this.pattern.replace(/\\/g, "/");
			this.preserveMultipleSlashes = !!options.preserveMultipleSlashes;
			this.regexp = null;
			this.negate = false;
			this.nonegate = !!options.nonegate;
			this.comment = false;
			this.empty = false;
			this.partial = !!options.partial;
			this.nocase = !!this.options.nocase;
			this.windowsNoMagicRoot = options.windowsNoMagicRoot !== void 0 ? options.windowsNoMagicRoot : !!(this.isWindows && this.nocase);
			this.globSet = [];
			this.globParts = [];
			this.set = [];
			this.make();
		}
		hasMagic() {
			if (this.options.magicalBraces && this.set.length > 1) return true;
			for (const pattern of this.set) for (const part of pattern) if (typeof part !== "string") return true;
			return false;
		}
		debug(..._) {}
		make() {
			const pattern = this.pattern;
			const options = this.options;
			if (!options.nocomment && pattern.charAt(0) === "#") {
				this.comment = true;
				return;
			}
			if (!pattern) {
				this.empty = true;
				return;
			}
			this.parseNegate();
			this.globSet = [...new Set(this.braceExpand())];
			if (options.debug) this.debug = (...args) => console.error(...args);
			this.debug(this.pattern, this.globSet);
			const rawGlobParts = this.globSet.map((s) => this.slashSplit(s));
			this.globParts = this.preprocess(rawGlobParts);
			this.debug(this.pattern, this.globParts);
			let set = this.globParts.map((s, _, __) => {
				if (this.isWindows && this.windowsNoMagicRoot) {
					const isUNC = s[0] === "" && s[1] === "" && (s[2] === "?" || !globMagic.test(s[2])) && !globMagic.test(s[3]);
					const isDrive = /^[a-z]:/i.test(s[0]);
					if (isUNC) return [...s.slice(0, 4), ...s.slice(4).map((ss) => this.parse(ss))];
					else if (isDrive) return [s[0], ...s.slice(1).map((ss) => this.parse(ss))];
				}
				return s.map((ss) => this.parse(ss));
			});
			this.debug(this.pattern, set);
			this.set = set.filter((s) => s.indexOf(false) === -1);
			if (this.isWindows) for (let i = 0; i < this.set.length; i++) {
				const p = this.set[i];
				if (p[0] === "" && p[1] === "" && this.globParts[i][2] === "?" && typeof p[3] === "string" && /^[a-z]:$/i.test(p[3])) p[2] = "?";
			}
			this.debug(this.pattern, this.set);
		}
		preprocess(globParts) {
			if (this.options.noglobstar) {
				for (let i = 0; i < globParts.length; i++) for (let j = 0; j < globParts[i].length; j++) if (globParts[i][j] === "**") globParts[i][j] = "*";
			}
			const { optimizationLevel = 1 } = this.options;
			if (optimizationLevel >= 2) {
				globParts = this.firstPhasePreProcess(globParts);
				globParts = this.secondPhasePreProcess(globParts);
			} else if (optimizationLevel >= 1) globParts = this.levelOneOptimize(globParts);
			else globParts = this.adjascentGlobstarOptimize(globParts);
			return globParts;
		}
		adjascentGlobstarOptimize(globParts) {
			return globParts.map((parts) => {
				let gs = -1;
				while (-1 !== (gs = parts.indexOf("**", gs + 1))) {
					let i = gs;
					while (parts[i + 1] === "**") i++;
					if (i !== gs) parts.splice(gs, i - gs);
				}
				return parts;
			});
		}
		levelOneOptimize(globParts) {
			return globParts.map((parts) => {
				parts = parts.reduce((set, part) => {
					const prev = set[set.length - 1];
					if (part === "**" && prev === "**") return set;
					if (part === "..") {
						if (prev && prev !== ".." && prev !== "." && prev !== "**") {
							set.pop();
							return set;
						}
					}
					set.push(part);
					return set;
				}, []);
				return parts.length === 0 ? [""] : parts;
			});
		}
		levelTwoFileOptimize(parts) {
			if (!Array.isArray(parts)) parts = this.slashSplit(parts);
			let didSomething = false;
			do {
				didSomething = false;
				if (!this.preserveMultipleSlashes) {
					for (let i = 1; i < parts.length - 1; i++) {
						const p = parts[i];
						if (i === 1 && p === "" && parts[0] === "") continue;
						if (p === "." || p === "") {
							didSomething = true;
							parts.splice(i, 1);
							i--;
						}
					}
					if (parts[0] === "." && parts.length === 2 && (parts[1] === "." || parts[1] === "")) {
						didSomething = true;
						parts.pop();
					}
				}
				let dd = 0;
				while (-1 !== (dd = parts.indexOf("..", dd + 1))) {
					const p = parts[dd - 1];
					if (p && p !== "." && p !== ".." && p !== "**") {
						didSomething = true;
						parts.splice(dd - 1, 2);
						dd -= 2;
					}
				}
			} while (didSomething);
			return parts.length === 0 ? [""] : parts;
		}
		firstPhasePreProcess(globParts) {
			let didSomething = false;
			do {
				didSomething = false;
				for (let parts of globParts) {
					let gs = -1;
					while (-1 !== (gs = parts.indexOf("**", gs + 1))) {
						let gss = gs;
						while (parts[gss + 1] === "**") gss++;
						if (gss > gs) parts.splice(gs + 1, gss - gs);
						let next = parts[gs + 1];
						const p = parts[gs + 2];
						const p2 = parts[gs + 3];
						if (next !== "..") continue;
						if (!p || p === "." || p === ".." || !p2 || p2 === "." || p2 === "..") continue;
						didSomething = true;
						parts.splice(gs, 1);
						const other = parts.slice(0);
						other[gs] = "**";
						globParts.push(other);
						gs--;
					}
					if (!this.preserveMultipleSlashes) {
						for (let i = 1; i < parts.length - 1; i++) {
							const p = parts[i];
							if (i === 1 && p === "" && parts[0] === "") continue;
							if (p === "." || p === "") {
								didSomething = true;
								parts.splice(i, 1);
								i--;
							}
						}
						if (parts[0] === "." && parts.length === 2 && (parts[1] === "." || parts[1] === "")) {
							didSomething = true;
							parts.pop();
						}
					}
					let dd = 0;
					while (-1 !== (dd = parts.indexOf("..", dd + 1))) {
						const p = parts[dd - 1];
						if (p && p !== "." && p !== ".." && p !== "**") {
							didSomething = true;
							const splin = dd === 1 && parts[dd + 1] === "**" ? ["."] : [];
							parts.splice(dd - 1, 2, ...splin);
							if (parts.length === 0) parts.push("");
							dd -= 2;
						}
					}
				}
			} while (didSomething);
			return globParts;
		}
		secondPhasePreProcess(globParts) {
			for (let i = 0; i < globParts.length - 1; i++) for (let j = i + 1; j < globParts.length; j++) {
				const matched = this.partsMatch(globParts[i], globParts[j], !this.preserveMultipleSlashes);
				if (matched) {
					globParts[i] = [];
					globParts[j] = matched;
					break;
				}
			}
			return globParts.filter((gs) => gs.length);
		}
		partsMatch(a, b, emptyGSMatch = false) {
			let ai = 0;
			let bi = 0;
			let result = [];
			let which = "";
			while (ai < a.length && bi < b.length) if (a[ai] === b[bi]) {
				result.push(which === "b" ? b[bi] : a[ai]);
				ai++;
				bi++;
			} else if (emptyGSMatch && a[ai] === "**" && b[bi] === a[ai + 1]) {
				result.push(a[ai]);
				ai++;
			} else if (emptyGSMatch && b[bi] === "**" && a[ai] === b[bi + 1]) {
				result.push(b[bi]);
				bi++;
			} else if (a[ai] === "*" && b[bi] && (this.options.dot || !b[bi].startsWith(".")) && b[bi] !== "**") {
				if (which === "b") return false;
				which = "a";
				result.push(a[ai]);
				ai++;
				bi++;
			} else if (b[bi] === "*" && a[ai] && (this.options.dot || !a[ai].startsWith(".")) && a[ai] !== "**") {
				if (which === "a") return false;
				which = "b";
				result.push(b[bi]);
				ai++;
				bi++;
			} else return false;
			return a.length === b.length && result;
		}
		parseNegate() {
			if (this.nonegate) return;
			const pattern = this.pattern;
			let negate = false;
			let negateOffset = 0;
			for (let i = 0; i < pattern.length && pattern.charAt(i) === "!"; i++) {
				negate = !negate;
				negateOffset++;
			}
			if (negateOffset) this.pattern = pattern.slice(negateOffset);
			this.negate = negate;
		}
		matchOne(file, pattern, partial = false) {
			let fileStartIndex = 0;
			let patternStartIndex = 0;
			if (this.isWindows) {
				const fileDrive = typeof file[0] === "string" && /^[a-z]:$/i.test(file[0]);
				const fileUNC = !fileDrive && file[0] === "" && file[1] === "" && file[2] === "?" && /^[a-z]:$/i.test(file[3]);
				const patternDrive = typeof pattern[0] === "string" && /^[a-z]:$/i.test(pattern[0]);
				const patternUNC = !patternDrive && pattern[0] === "" && pattern[1] === "" && pattern[2] === "?" && typeof pattern[3] === "string" && /^[a-z]:$/i.test(pattern[3]);
				const fdi = fileUNC ? 3 : fileDrive ? 0 : void 0;
				const pdi = patternUNC ? 3 : patternDrive ? 0 : void 0;
				if (typeof fdi === "number" && typeof pdi === "number") {
					const [fd, pd] = [file[fdi], pattern[pdi]];
					if (fd.toLowerCase() === pd.toLowerCase()) {
						pattern[pdi] = fd;
						patternStartIndex = pdi;
						fileStartIndex = fdi;
					}
				}
			}
			const { optimizationLevel = 1 } = this.options;
			if (optimizationLevel >= 2) file = this.levelTwoFileOptimize(file);
			if (pattern.includes(exports.GLOBSTAR)) return this.#matchGlobstar(file, pattern, partial, fileStartIndex, patternStartIndex);
			return this.#matchOne(file, pattern, partial, fileStartIndex, patternStartIndex);
		}
		#matchGlobstar(file, pattern, partial, fileIndex, patternIndex) {
			const firstgs = pattern.indexOf(exports.GLOBSTAR, patternIndex);
			const lastgs = pattern.lastIndexOf(exports.GLOBSTAR);
			const [head, body, tail] = partial ? [
				pattern.slice(patternIndex, firstgs),
				pattern.slice(firstgs + 1),
				[]
			] : [
				pattern.slice(patternIndex, firstgs),
				pattern.slice(firstgs + 1, lastgs),
				pattern.slice(lastgs + 1)
			];
			if (head.length) {
				const fileHead = file.slice(fileIndex, fileIndex + head.length);
				if (!this.#matchOne(fileHead, head, partial, 0, 0)) return false;
				fileIndex += head.length;
			}
			let fileTailMatch = 0;
			if (tail.length) {
				if (tail.length + fileIndex > file.length) return false;
				let tailStart = file.length - tail.length;
				if (this.#matchOne(file, tail, partial, tailStart, 0)) fileTailMatch = tail.length;
				else {
					if (file[file.length - 1] !== "" || fileIndex + tail.length === file.length) return false;
					tailStart--;
					if (!this.#matchOne(file, tail, partial, tailStart, 0)) return false;
					fileTailMatch = tail.length + 1;
				}
			}
			if (!body.length) {
				let sawSome = !!fileTailMatch;
				for (let i = fileIndex; i < file.length - fileTailMatch; i++) {
					const f = String(file[i]);
					sawSome = true;
					if (f === "." || f === ".." || !this.options.dot && f.startsWith(".")) return false;
				}
				return partial || sawSome;
			}
			const bodySegments = [[[], 0]];
			let currentBody = bodySegments[0];
			let nonGsParts = 0;
			const nonGsPartsSums = [0];
			for (const b of body) if (b === exports.GLOBSTAR) {
				nonGsPartsSums.push(nonGsParts);
				currentBody = [[], 0];
				bodySegments.push(currentBody);
			} else {
				currentBody[0].push(b);
				nonGsParts++;
			}
			let i = bodySegments.length - 1;
			const fileLength = file.length - fileTailMatch;
			for (const b of bodySegments) b[1] = fileLength - (nonGsPartsSums[i--] + b[0].length);
			return !!this.#matchGlobStarBodySections(file, bodySegments, fileIndex, 0, partial, 0, !!fileTailMatch);
		}
		#matchGlobStarBodySections(file, bodySegments, fileIndex, bodyIndex, partial, globStarDepth, sawTail) {
			const bs = bodySegments[bodyIndex];
			if (!bs) {
				for (let i = fileIndex; i < file.length; i++) {
					sawTail = true;
					const f = file[i];
					if (f === "." || f === ".." || !this.options.dot && f.startsWith(".")) return false;
				}
				return sawTail;
			}
			const [body, after] = bs;
			while (fileIndex <= after) {
				if (this.#matchOne(file.slice(0, fileIndex + body.length), body, partial, fileIndex, 0) && globStarDepth < this.maxGlobstarRecursion) {
					const sub = this.#matchGlobStarBodySections(file, bodySegments, fileIndex + body.length, bodyIndex + 1, partial, globStarDepth + 1, sawTail);
					if (sub !== false) return sub;
				}
				const f = file[fileIndex];
				if (f === "." || f === ".." || !this.options.dot && f.startsWith(".")) return false;
				fileIndex++;
			}
			return partial || null;
		}
		#matchOne(file, pattern, partial, fileIndex, patternIndex) {
			let fi;
			let pi;
			let pl;
			let fl;
			for (fi = fileIndex, pi = patternIndex, fl = file.length, pl = pattern.length; fi < fl && pi < pl; fi++, pi++) {
				this.debug("matchOne loop");
				let p = pattern[pi];
				let f = file[fi];
				this.debug(pattern, p, f);
				/* c8 ignore start */
				if (p === false || p === exports.GLOBSTAR) return false;
				/* c8 ignore stop */
				let hit;
				if (typeof p === "string") {
					hit = f === p;
					this.debug("string match", p, f, hit);
				} else {
					hit = p.test(f);
					this.debug("pattern match", p, f, hit);
				}
				if (!hit) return false;
			}
			if (fi === fl && pi === pl) return true;
			else if (fi === fl) return partial;
			else if (pi === pl) return fi === fl - 1 && file[fi] === "";
			else throw new Error("wtf?");
			/* c8 ignore stop */
		}
		braceExpand() {
			return (0, exports.braceExpand)(this.pattern, this.options);
		}
		parse(pattern) {
			(0, assert_valid_pattern_js_1.assertValidPattern)(pattern);
			const options = this.options;
			if (pattern === "**") return exports.GLOBSTAR;
			if (pattern === "") return "";
			let m;
			let fastTest = null;
			if (m = pattern.match(starRE)) fastTest = options.dot ? starTestDot : starTest;
			else if (m = pattern.match(starDotExtRE)) fastTest = (options.nocase ? options.dot ? starDotExtTestNocaseDot : starDotExtTestNocase : options.dot ? starDotExtTestDot : starDotExtTest)(m[1]);
			else if (m = pattern.match(qmarksRE)) fastTest = (options.nocase ? options.dot ? qmarksTestNocaseDot : qmarksTestNocase : options.dot ? qmarksTestDot : qmarksTest)(m);
			else if (m = pattern.match(starDotStarRE)) fastTest = options.dot ? starDotStarTestDot : starDotStarTest;
			else if (m = pattern.match(dotStarRE)) fastTest = dotStarTest;
			const re = ast_js_1.AST.fromGlob(pattern, this.options).toMMPattern();
			if (fastTest && typeof re === "object") Reflect.defineProperty(re, "test", { value: fastTest });
			return re;
		}
		makeRe() {
			if (this.regexp || this.regexp === false) return this.regexp;
			const set = this.set;
			if (!set.length) {
				this.regexp = false;
				return this.regexp;
			}
			const options = this.options;
			const twoStar = options.noglobstar ? star : options.dot ? twoStarDot : twoStarNoDot;
			const flags = new Set(options.nocase ? ["i"] : []);
			let re = set.map((pattern) => {
				const pp = pattern.map((p) => {
					if (p instanceof RegExp) for (const f of p.flags.split("")) flags.add(f);
					return typeof p === "string" ? regExpEscape(p) : p === exports.GLOBSTAR ? exports.GLOBSTAR : p._src;
				});
				pp.forEach((p, i) => {
					const next = pp[i + 1];
					const prev = pp[i - 1];
					if (p !== exports.GLOBSTAR || prev === exports.GLOBSTAR) return;
					if (prev === void 0) {
						if (next !== void 0 && next !== exports.GLOBSTAR) pp[i + 1] = "(?:\\/|" + twoStar + "\\/)?" + next;
						else pp[i] = twoStar;
					} else if (next === void 0) pp[i - 1] = prev + "(?:\\/|" + twoStar + ")?";
					else if (next !== exports.GLOBSTAR) {
						pp[i - 1] = prev + "(?:\\/|\\/" + twoStar + "\\/)" + next;
						pp[i + 1] = exports.GLOBSTAR;
					}
				});
				return pp.filter((p) => p !== exports.GLOBSTAR).join("/");
			}).join("|");
			const [open, close] = set.length > 1 ? ["(?:", ")"] : ["", ""];
			re = "^" + open + re + close + "$";
			if (this.negate) re = "^(?!" + re + ").+$";
			try {
				this.regexp = new RegExp(re, [...flags].join(""));
			} catch (ex) {
				this.regexp = false;
			}
			/* c8 ignore stop */
			return this.regexp;
		}
		slashSplit(p) {
			if (this.preserveMultipleSlashes) return p.split("/");
			else if (this.isWindows && /^\/\/[^\/]+/.test(p)) return ["", ...p.split(/\/+/)];
			else return p.split(/\/+/);
		}
		match(f, partial = this.partial) {
			this.debug("match", f, this.pattern);
			if (this.comment) return false;
			if (this.empty) return f === "";
			if (f === "/" && partial) return true;
			const options = this.options;
			if (this.isWindows) f = f.split("\\").join("/");
			const ff = this.slashSplit(f);
			this.debug(this.pattern, "split", ff);
			const set = this.set;
			this.debug(this.pattern, "set", set);
			let filename = ff[ff.length - 1];
			if (!filename) for (let i = ff.length - 2; !filename && i >= 0; i--) filename = ff[i];
			for (let i = 0; i < set.length; i++) {
				const pattern = set[i];
				let file = ff;
				if (options.matchBase && pattern.length === 1) file = [filename];
				if (this.matchOne(file, pattern, partial)) {
					if (options.flipNegate) return true;
					return !this.negate;
				}
			}
			if (options.flipNegate) return false;
			return this.negate;
		}
		static defaults(def) {
			return exports.minimatch.defaults(def).Minimatch;
		}
	};
	exports.Minimatch = Minimatch;
	/* c8 ignore start */
	var ast_js_2 = require_ast();
	Object.defineProperty(exports, "AST", {
		enumerable: true,
		get: function() {
			return ast_js_2.AST;
		}
	});
	var escape_js_2 = require_escape();
	Object.defineProperty(exports, "escape", {
		enumerable: true,
		get: function() {
			return escape_js_2.escape;
		}
	});
	var unescape_js_2 = require_unescape();
	Object.defineProperty(exports, "unescape", {
		enumerable: true,
		get: function() {
			return unescape_js_2.unescape;
		}
	});
	/* c8 ignore stop */
	exports.minimatch.AST = ast_js_1.AST;
	exports.minimatch.Minimatch = Minimatch;
	exports.minimatch.escape = escape_js_1.escape;
	exports.minimatch.unescape = unescape_js_1.unescape;
}));
// node_modules/lru-cache/dist/commonjs/index.js
var require_commonjs$3 = /* @__PURE__ */ __commonJSMin(((exports) => {
	/**
	* @module LRUCache
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.LRUCache = void 0;
	const perf = typeof performance === "object" && performance && typeof performance.now === "function" ? performance : Date;
	const warned = /* @__PURE__ */ new Set();
	/* c8 ignore start */
	const PROCESS = typeof process === "object" && !!process ? process : {};
	/* c8 ignore start */
	const emitWarning = (msg, type, code, fn) => {
		typeof PROCESS.emitWarning === "function" ? PROCESS.emitWarning(msg, type, code, fn) : console.error(`[${code}] ${type}: ${msg}`);
	};
	let AC = globalThis.AbortController;
	let AS = globalThis.AbortSignal;
	/* c8 ignore start */
	if (typeof AC === "undefined") {
		AS = class AbortSignal {
			onabort;
			_onabort = [];
			reason;
			aborted = false;
			addEventListener(_, fn) {
				this._onabort.push(fn);
			}
		};
		AC = class AbortController {
			constructor() {
				warnACPolyfill();
			}
			signal = new AS();
			abort(reason) {
				if (this.signal.aborted) return;
				this.signal.reason = reason;
				this.signal.aborted = true;
				for (const fn of this.signal._onabort) fn(reason);
				this.signal.onabort?.(reason);
			}
		};
		let printACPolyfillWarning = PROCESS.env?.LRU_CACHE_IGNORE_AC_WARNING !== "1";
		const warnACPolyfill = () => {
			if (!printACPolyfillWarning) return;
			printACPolyfillWarning = false;
			emitWarning("AbortController is not defined. If using lru-cache in node 14, load an AbortController polyfill from the `node-abort-controller` package. A minimal polyfill is provided for use by LRUCache.fetch(), but it should not be relied upon in other contexts (eg, passing it to other APIs that use AbortController/AbortSignal might have undesirable effects). You may disable this with LRU_CACHE_IGNORE_AC_WARNING=1 in the env.", "NO_ABORT_CONTROLLER", "ENOTSUP", warnACPolyfill);
		};
	}
	/* c8 ignore stop */
	const shouldWarn = (code) => !warned.has(code);
	const isPosInt = (n) => n && n === Math.floor(n) && n > 0 && isFinite(n);
	/* c8 ignore start */
	const getUintArray = (max) => !isPosInt(max) ? null : max <= Math.pow(2, 8) ? Uint8Array : max <= Math.pow(2, 16) ? Uint16Array : max <= Math.pow(2, 32) ? Uint32Array : max <= Number.MAX_SAFE_INTEGER ? ZeroArray : null;
	/* c8 ignore stop */
	var ZeroArray = class extends Array {
		constructor(size) {
			super(size);
			this.fill(0);
		}
	};
	var Stack = class Stack {
		heap;
		length;
		static #constructing = false;
		static create(max) {
			const HeapCls = getUintArray(max);
			if (!HeapCls) return [];
			Stack.#constructing = true;
			const s = new Stack(max, HeapCls);
			Stack.#constructing = false;
			return s;
		}
		constructor(max, HeapCls) {
			/* c8 ignore start */
			if (!Stack.#constructing) throw new TypeError("instantiate Stack using Stack.create(n)");
			/* c8 ignore stop */
			this.heap = new HeapCls(max);
			this.length = 0;
		}
		push(n) {
			this.heap[this.length++] = n;
		}
		pop() {
			return this.heap[--this.length];
		}
	};
	exports.LRUCache = class LRUCache {
		#max;
		#maxSize;
		#dispose;
		#disposeAfter;
		#fetchMethod;
		#memoMethod;
		/**
		* {@link LRUCache.OptionsBase.ttl}
		*/
		ttl;
		/**
		* {@link LRUCache.OptionsBase.ttlResolution}
		*/
		ttlResolution;
		/**
		* {@link LRUCache.OptionsBase.ttlAutopurge}
		*/
		ttlAutopurge;
		/**
		* {@link LRUCache.OptionsBase.updateAgeOnGet}
		*/
		updateAgeOnGet;
		/**
		* {@link LRUCache.OptionsBase.updateAgeOnHas}
		*/
		updateAgeOnHas;
		/**
		* {@link LRUCache.OptionsBase.allowStale}
		*/
		allowStale;
		/**
		* {@link LRUCache.OptionsBase.noDisposeOnSet}
		*/
		noDisposeOnSet;
		/**
		* {@link LRUCache.OptionsBase.noUpdateTTL}
		*/
		noUpdateTTL;
		/**
		* {@link LRUCache.OptionsBase.maxEntrySize}
		*/
		maxEntrySize;
		/**
		* {@link LRUCache.OptionsBase.sizeCalculation}
		*/
		sizeCalculation;
		/**
		* {@link LRUCache.OptionsBase.noDeleteOnFetchRejection}
		*/
		noDeleteOnFetchRejection;
		/**
		* {@link LRUCache.OptionsBase.noDeleteOnStaleGet}
		*/
		noDeleteOnStaleGet;
		/**
		* {@link LRUCache.OptionsBase.allowStaleOnFetchAbort}
		*/
		allowStaleOnFetchAbort;
		/**
		* {@link LRUCache.OptionsBase.allowStaleOnFetchRejection}
		*/
		allowStaleOnFetchRejection;
		/**
		* {@link LRUCache.OptionsBase.ignoreFetchAbort}
		*/
		ignoreFetchAbort;
		#size;
		#calculatedSize;
		#keyMap;
		#keyList;
		#valList;
		#next;
		#prev;
		#head;
		#tail;
		#free;
		#disposed;
		#sizes;
		#starts;
		#ttls;
		#hasDispose;
		#hasFetchMethod;
		#hasDisposeAfter;
		/**
		* Do not call this method unless you need to inspect the
		* inner workings of the cache.  If anything returned by this
		* object is modified in any way, strange breakage may occur.
		*
		* These fields are private for a reason!
		*
		* @internal
		*/
		static unsafeExposeInternals(c) {
			return {
				starts: c.#starts,
				ttls: c.#ttls,
				sizes: c.#sizes,
				keyMap: c.#keyMap,
				keyList: c.#keyList,
				valList: c.#valList,
				next: c.#next,
				prev: c.#prev,
				get head() {
					return c.#head;
				},
				get tail() {
					return c.#tail;
				},
				free: c.#free,
				isBackgroundFetch: (p) => c.#isBackgroundFetch(p),
				backgroundFetch: (k, index, options, context) => c.#backgroundFetch(k, index, options, context),
				moveToTail: (index) => c.#moveToTail(index),
				indexes: (options) => c.#indexes(options),
				rindexes: (options) => c.#rindexes(options),
				isStale: (index) => c.#isStale(index)
			};
		}
		/**
		* {@link LRUCache.OptionsBase.max} (read-only)
		*/
		get max() {
			return this.#max;
		}
		/**
		* {@link LRUCache.OptionsBase.maxSize} (read-only)
		*/
		get maxSize() {
			return this.#maxSize;
		}
		/**
		* The total computed size of items in the cache (read-only)
		*/
		get calculatedSize() {
			return this.#calculatedSize;
		}
		/**
		* The number of items stored in the cache (read-only)
		*/
		get size() {
			return this.#size;
		}
		/**
		* {@link LRUCache.OptionsBase.fetchMethod} (read-only)
		*/
		get fetchMethod() {
			return this.#fetchMethod;
		}
		get memoMethod() {
			return this.#memoMethod;
		}
		/**
		* {@link LRUCache.OptionsBase.dispose} (read-only)
		*/
		get dispose() {
			return this.#dispose;
		}
		/**
		* {@link LRUCache.OptionsBase.disposeAfter} (read-only)
		*/
		get disposeAfter() {
			return this.#disposeAfter;
		}
		constructor(options) {
			const { max = 0, ttl, ttlResolution = 1, ttlAutopurge, updateAgeOnGet, updateAgeOnHas, allowStale, dispose, disposeAfter, noDisposeOnSet, noUpdateTTL, maxSize = 0, maxEntrySize = 0, sizeCalculation, fetchMethod, memoMethod, noDeleteOnFetchRejection, noDeleteOnStaleGet, allowStaleOnFetchRejection, allowStaleOnFetchAbort, ignoreFetchAbort } = options;
			if (max !== 0 && !isPosInt(max)) throw new TypeError("max option must be a nonnegative integer");
			const UintArray = max ? getUintArray(max) : Array;
			if (!UintArray) throw new Error("invalid max value: " + max);
			this.#max = max;
			this.#maxSize = maxSize;
			this.maxEntrySize = maxEntrySize || this.#maxSize;
			this.sizeCalculation = sizeCalculation;
			if (this.sizeCalculation) {
				if (!this.#maxSize && !this.maxEntrySize) throw new TypeError("cannot set sizeCalculation without setting maxSize or maxEntrySize");
				if (typeof this.sizeCalculation !== "function") throw new TypeError("sizeCalculation set to non-function");
			}
			if (memoMethod !== void 0 && typeof memoMethod !== "function") throw new TypeError("memoMethod must be a function if defined");
			this.#memoMethod = memoMethod;
			if (fetchMethod !== void 0 && typeof fetchMethod !== "function") throw new TypeError("fetchMethod must be a function if specified");
			this.#fetchMethod = fetchMethod;
			this.#hasFetchMethod = !!fetchMethod;
			this.#keyMap = /* @__PURE__ */ new Map();
			this.#keyList = new Array(max).fill(void 0);
			this.#valList = new Array(max).fill(void 0);
			this.#next = new UintArray(max);
			this.#prev = new UintArray(max);
			this.#head = 0;
			this.#tail = 0;
			this.#free = Stack.create(max);
			this.#size = 0;
			this.#calculatedSize = 0;
			if (typeof dispose === "function") this.#dispose = dispose;
			if (typeof disposeAfter === "function") {
				this.#disposeAfter = disposeAfter;
				this.#disposed = [];
			} else {
				this.#disposeAfter = void 0;
				this.#disposed = void 0;
			}
			this.#hasDispose = !!this.#dispose;
			this.#hasDisposeAfter = !!this.#disposeAfter;
			this.noDisposeOnSet = !!noDisposeOnSet;
			this.noUpdateTTL = !!noUpdateTTL;
			this.noDeleteOnFetchRejection = !!noDeleteOnFetchRejection;
			this.allowStaleOnFetchRejection = !!allowStaleOnFetchRejection;
			this.allowStaleOnFetchAbort = !!allowStaleOnFetchAbort;
			this.ignoreFetchAbort = !!ignoreFetchAbort;
			if (this.maxEntrySize !== 0) {
				if (this.#maxSize !== 0) {
					if (!isPosInt(this.#maxSize)) throw new TypeError("maxSize must be a positive integer if specified");
				}
				if (!isPosInt(this.maxEntrySize)) throw new TypeError("maxEntrySize must be a positive integer if specified");
				this.#initializeSizeTracking();
			}
			this.allowStale = !!allowStale;
			this.noDeleteOnStaleGet = !!noDeleteOnStaleGet;
			this.updateAgeOnGet = !!updateAgeOnGet;
			this.updateAgeOnHas = !!updateAgeOnHas;
			this.ttlResolution = isPosInt(ttlResolution) || ttlResolution === 0 ? ttlResolution : 1;
			this.ttlAutopurge = !!ttlAutopurge;
			this.ttl = ttl || 0;
			if (this.ttl) {
				if (!isPosInt(this.ttl)) throw new TypeError("ttl must be a positive integer if specified");
				this.#initializeTTLTracking();
			}
			if (this.#max === 0 && this.ttl === 0 && this.#maxSize === 0) throw new TypeError("At least one of max, maxSize, or ttl is required");
			if (!this.ttlAutopurge && !this.#max && !this.#maxSize) {
				const code = "LRU_CACHE_UNBOUNDED";
				if (shouldWarn(code)) {
					warned.add(code);
					emitWarning("TTL caching without ttlAutopurge, max, or maxSize can result in unbounded memory consumption.", "UnboundedCacheWarning", code, LRUCache);
				}
			}
		}
		/**
		* Return the number of ms left in the item's TTL. If item is not in cache,
		* returns `0`. Returns `Infinity` if item is in cache without a defined TTL.
		*/
		getRemainingTTL(key) {
			return this.#keyMap.has(key) ? Infinity : 0;
		}
		#initializeTTLTracking() {
			const ttls = new ZeroArray(this.#max);
			const starts = new ZeroArray(this.#max);
			this.#ttls = ttls;
			this.#starts = starts;
			this.#setItemTTL = (index, ttl, start = perf.now()) => {
				starts[index] = ttl !== 0 ? start : 0;
				ttls[index] = ttl;
				if (ttl !== 0 && this.ttlAutopurge) {
					const t = setTimeout(() => {
						if (this.#isStale(index)) this.#delete(this.#keyList[index], "expire");
					}, ttl + 1);
					/* c8 ignore start */
					if (t.unref) t.unref();
				}
			};
			this.#updateItemAge = (index) => {
				starts[index] = ttls[index] !== 0 ? perf.now() : 0;
			};
			this.#statusTTL = (status, index) => {
				if (ttls[index]) {
					const ttl = ttls[index];
					const start = starts[index];
					/* c8 ignore next */
					if (!ttl || !start) return;
					status.ttl = ttl;
					status.start = start;
					status.now = cachedNow || getNow();
					status.remainingTTL = ttl - (status.now - start);
				}
			};
			let cachedNow = 0;
			const getNow = () => {
				const n = perf.now();
				if (this.ttlResolution > 0) {
					cachedNow = n;
					const t = setTimeout(() => cachedNow = 0, this.ttlResolution);
					/* c8 ignore start */
					if (t.unref) t.unref();
				}
				return n;
			};
			this.getRemainingTTL = (key) => {
				const index = this.#keyMap.get(key);
				if (index === void 0) return 0;
				const ttl = ttls[index];
				const start = starts[index];
				if (!ttl || !start) return Infinity;
				return ttl - ((cachedNow || getNow()) - start);
			};
			this.#isStale = (index) => {
				const s = starts[index];
				const t = ttls[index];
				return !!t && !!s && (cachedNow || getNow()) - s > t;
			};
		}
		#updateItemAge = () => {};
		#statusTTL = () => {};
		#setItemTTL = () => {};
		/* c8 ignore stop */
		#isStale = () => false;
		#initializeSizeTracking() {
			const sizes = new ZeroArray(this.#max);
			this.#calculatedSize = 0;
			this.#sizes = sizes;
			this.#removeItemSize = (index) => {
				this.#calculatedSize -= sizes[index];
				sizes[index] = 0;
			};
			this.#requireSize = (k, v, size, sizeCalculation) => {
				if (this.#isBackgroundFetch(v)) return 0;
				if (!isPosInt(size)) {
					if (sizeCalculation) {
						if (typeof sizeCalculation !== "function") throw new TypeError("sizeCalculation must be a function");
						size = sizeCalculation(v, k);
						if (!isPosInt(size)) throw new TypeError("sizeCalculation return invalid (expect positive integer)");
					} else throw new TypeError("invalid size value (must be positive integer). When maxSize or maxEntrySize is used, sizeCalculation or size must be set.");
				}
				return size;
			};
			this.#addItemSize = (index, size, status) => {
				sizes[index] = size;
				if (this.#maxSize) {
					const maxSize = this.#maxSize - sizes[index];
					while (this.#calculatedSize > maxSize) this.#evict(true);
				}
				this.#calculatedSize += sizes[index];
				if (status) {
					status.entrySize = size;
					status.totalCalculatedSize = this.#calculatedSize;
				}
			};
		}
		#removeItemSize = (_i) => {};
		#addItemSize = (_i, _s, _st) => {};
		#requireSize = (_k, _v, size, sizeCalculation) => {
			if (size || sizeCalculation) throw new TypeError("cannot set size without setting maxSize or maxEntrySize on cache");
			return 0;
		};
		*#indexes({ allowStale = this.allowStale } = {}) {
			if (this.#size) for (let i = this.#tail;;) {
				if (!this.#isValidIndex(i)) break;
				if (allowStale || !this.#isStale(i)) yield i;
				if (i === this.#head) break;
				else i = this.#prev[i];
			}
		}
		*#rindexes({ allowStale = this.allowStale } = {}) {
			if (this.#size) for (let i = this.#head;;) {
				if (!this.#isValidIndex(i)) break;
				if (allowStale || !this.#isStale(i)) yield i;
				if (i === this.#tail) break;
				else i = this.#next[i];
			}
		}
		#isValidIndex(index) {
			return index !== void 0 && this.#keyMap.get(this.#keyList[index]) === index;
		}
		/**
		* Return a generator yielding `[key, value]` pairs,
		* in order from most recently used to least recently used.
		*/
		*entries() {
			for (const i of this.#indexes()) if (this.#valList[i] !== void 0 && this.#keyList[i] !== void 0 && !this.#isBackgroundFetch(this.#valList[i])) yield [this.#keyList[i], this.#valList[i]];
		}
		/**
		* Inverse order version of {@link LRUCache.entries}
		*
		* Return a generator yielding `[key, value]` pairs,
		* in order from least recently used to most recently used.
		*/
		*rentries() {
			for (const i of this.#rindexes()) if (this.#valList[i] !== void 0 && this.#keyList[i] !== void 0 && !this.#isBackgroundFetch(this.#valList[i])) yield [this.#keyList[i], this.#valList[i]];
		}
		/**
		* Return a generator yielding the keys in the cache,
		* in order from most recently used to least recently used.
		*/
		*keys() {
			for (const i of this.#indexes()) {
				const k = this.#keyList[i];
				if (k !== void 0 && !this.#isBackgroundFetch(this.#valList[i])) yield k;
			}
		}
		/**
		* Inverse order version of {@link LRUCache.keys}
		*
		* Return a generator yielding the keys in the cache,
		* in order from least recently used to most recently used.
		*/
		*rkeys() {
			for (const i of this.#rindexes()) {
				const k = this.#keyList[i];
				if (k !== void 0 && !this.#isBackgroundFetch(this.#valList[i])) yield k;
			}
		}
		/**
		* Return a generator yielding the values in the cache,
		* in order from most recently used to least recently used.
		*/
		*values() {
			for (const i of this.#indexes()) if (this.#valList[i] !== void 0 && !this.#isBackgroundFetch(this.#valList[i])) yield this.#valList[i];
		}
		/**
		* Inverse order version of {@link LRUCache.values}
		*
		* Return a generator yielding the values in the cache,
		* in order from least recently used to most recently used.
		*/
		*rvalues() {
			for (const i of this.#rindexes()) if (this.#valList[i] !== void 0 && !this.#isBackgroundFetch(this.#valList[i])) yield this.#valList[i];
		}
		/**
		* Iterating over the cache itself yields the same results as
		* {@link LRUCache.entries}
		*/
		[Symbol.iterator]() {
			return this.entries();
		}
		/**
		* A String value that is used in the creation of the default string
		* description of an object. Called by the built-in method
		* `Object.prototype.toString`.
		*/
		[Symbol.toStringTag] = "LRUCache";
		/**
		* Find a value for which the supplied fn method returns a truthy value,
		* similar to `Array.find()`. fn is called as `fn(value, key, cache)`.
		*/
		find(fn, getOptions = {}) {
			for (const i of this.#indexes()) {
				const v = this.#valList[i];
				const value = this.#isBackgroundFetch(v) ? v.__staleWhileFetching : v;
				if (value === void 0) continue;
				if (fn(value, this.#keyList[i], this)) return this.get(this.#keyList[i], getOptions);
			}
		}
		/**
		* Call the supplied function on each item in the cache, in order from most
		* recently used to least recently used.
		*
		* `fn` is called as `fn(value, key, cache)`.
		*
		* If `thisp` is provided, function will be called in the `this`-context of
		* the provided object, or the cache if no `thisp` object is provided.
		*
		* Does not update age or recenty of use, or iterate over stale values.
		*/
		forEach(fn, thisp = this) {
			for (const i of this.#indexes()) {
				const v = this.#valList[i];
				const value = this.#isBackgroundFetch(v) ? v.__staleWhileFetching : v;
				if (value === void 0) continue;
				fn.call(thisp, value, this.#keyList[i], this);
			}
		}
		/**
		* The same as {@link LRUCache.forEach} but items are iterated over in
		* reverse order.  (ie, less recently used items are iterated over first.)
		*/
		rforEach(fn, thisp = this) {
			for (const i of this.#rindexes()) {
				const v = this.#valList[i];
				const value = this.#isBackgroundFetch(v) ? v.__staleWhileFetching : v;
				if (value === void 0) continue;
				fn.call(thisp, value, this.#keyList[i], this);
			}
		}
		/**
		* Delete any stale entries. Returns true if anything was removed,
		* false otherwise.
		*/
		purgeStale() {
			let deleted = false;
			for (const i of this.#rindexes({ allowStale: true })) if (this.#isStale(i)) {
				this.#delete(this.#keyList[i], "expire");
				deleted = true;
			}
			return deleted;
		}
		/**
		* Get the extended info about a given entry, to get its value, size, and
		* TTL info simultaneously. Returns `undefined` if the key is not present.
		*
		* Unlike {@link LRUCache#dump}, which is designed to be portable and survive
		* serialization, the `start` value is always the current timestamp, and the
		* `ttl` is a calculated remaining time to live (negative if expired).
		*
		* Always returns stale values, if their info is found in the cache, so be
		* sure to check for expirations (ie, a negative {@link LRUCache.Entry#ttl})
		* if relevant.
		*/
		info(key) {
			const i = this.#keyMap.get(key);
			if (i === void 0) return void 0;
			const v = this.#valList[i];
			const value = this.#isBackgroundFetch(v) ? v.__staleWhileFetching : v;
			if (value === void 0) return void 0;
			const entry = { value };
			if (this.#ttls && this.#starts) {
				const ttl = this.#ttls[i];
				const start = this.#starts[i];
				if (ttl && start) {
					entry.ttl = ttl - (perf.now() - start);
					entry.start = Date.now();
				}
			}
			if (this.#sizes) entry.size = this.#sizes[i];
			return entry;
		}
		/**
		* Return an array of [key, {@link LRUCache.Entry}] tuples which can be
		* passed to {@link LRLUCache#load}.
		*
		* The `start` fields are calculated relative to a portable `Date.now()`
		* timestamp, even if `performance.now()` is available.
		*
		* Stale entries are always included in the `dump`, even if
		* {@link LRUCache.OptionsBase.allowStale} is false.
		*
		* Note: this returns an actual array, not a generator, so it can be more
		* easily passed around.
		*/
		dump() {
			const arr = [];
			for (const i of this.#indexes({ allowStale: true })) {
				const key = this.#keyList[i];
				const v = this.#valList[i];
				const value = this.#isBackgroundFetch(v) ? v.__staleWhileFetching : v;
				if (value === void 0 || key === void 0) continue;
				const entry = { value };
				if (this.#ttls && this.#starts) {
					entry.ttl = this.#ttls[i];
					const age = perf.now() - this.#starts[i];
					entry.start = Math.floor(Date.now() - age);
				}
				if (this.#sizes) entry.size = this.#sizes[i];
				arr.unshift([key, entry]);
			}
			return arr;
		}
		/**
		* Reset the cache and load in the items in entries in the order listed.
		*
		* The shape of the resulting cache may be different if the same options are
		* not used in both caches.
		*
		* The `start` fields are assumed to be calculated relative to a portable
		* `Date.now()` timestamp, even if `performance.now()` is available.
		*/
		load(arr) {
			this.clear();
			for (const [key, entry] of arr) {
				if (entry.start) {
					const age = Date.now() - entry.start;
					entry.start = perf.now() - age;
				}
				this.set(key, entry.value, entry);
			}
		}
		/**
		* Add a value to the cache.
		*
		* Note: if `undefined` is specified as a value, this is an alias for
		* {@link LRUCache#delete}
		*
		* Fields on the {@link LRUCache.SetOptions} options param will override
		* their corresponding values in the constructor options for the scope
		* of this single `set()` operation.
		*
		* If `start` is provided, then that will set the effective start
		* time for the TTL calculation. Note that this must be a previous
		* value of `performance.now()` if supported, or a previous value of
		* `Date.now()` if not.
		*
		* Options object may also include `size`, which will prevent
		* calling the `sizeCalculation` function and just use the specified
		* number if it is a positive integer, and `noDisposeOnSet` which
		* will prevent calling a `dispose` function in the case of
		* overwrites.
		*
		* If the `size` (or return value of `sizeCalculation`) for a given
		* entry is greater than `maxEntrySize`, then the item will not be
		* added to the cache.
		*
		* Will update the recency of the entry.
		*
		* If the value is `undefined`, then this is an alias for
		* `cache.delete(key)`. `undefined` is never stored in the cache.
		*/
		set(k, v, setOptions = {}) {
			if (v === void 0) {
				this.delete(k);
				return this;
			}
			const { ttl = this.ttl, start, noDisposeOnSet = this.noDisposeOnSet, sizeCalculation = this.sizeCalculation, status } = setOptions;
			let { noUpdateTTL = this.noUpdateTTL } = setOptions;
			const size = this.#requireSize(k, v, setOptions.size || 0, sizeCalculation);
			if (this.maxEntrySize && size > this.maxEntrySize) {
				if (status) {
					status.set = "miss";
					status.maxEntrySizeExceeded = true;
				}
				this.#delete(k, "set");
				return this;
			}
			let index = this.#size === 0 ? void 0 : this.#keyMap.get(k);
			if (index === void 0) {
				index = this.#size === 0 ? this.#tail : this.#free.length !== 0 ? this.#free.pop() : this.#size === this.#max ? this.#evict(false) : this.#size;
				this.#keyList[index] = k;
				this.#valList[index] = v;
				this.#keyMap.set(k, index);
				this.#next[this.#tail] = index;
				this.#prev[index] = this.#tail;
				this.#tail = index;
				this.#size++;
				this.#addItemSize(index, size, status);
				if (status) status.set = "add";
				noUpdateTTL = false;
			} else {
				this.#moveToTail(index);
				const oldVal = this.#valList[index];
				if (v !== oldVal) {
					if (this.#hasFetchMethod && this.#isBackgroundFetch(oldVal)) {
						oldVal.__abortController.abort(/* @__PURE__ */ new Error("replaced"));
						const { __staleWhileFetching: s } = oldVal;
						if (s !== void 0 && !noDisposeOnSet) {
							if (this.#hasDispose) this.#dispose?.(s, k, "set");
							if (this.#hasDisposeAfter) this.#disposed?.push([
								s,
								k,
								"set"
							]);
						}
					} else if (!noDisposeOnSet) {
						if (this.#hasDispose) this.#dispose?.(oldVal, k, "set");
						if (this.#hasDisposeAfter) this.#disposed?.push([
							oldVal,
							k,
							"set"
						]);
					}
					this.#removeItemSize(index);
					this.#addItemSize(index, size, status);
					this.#valList[index] = v;
					if (status) {
						status.set = "replace";
						const oldValue = oldVal && this.#isBackgroundFetch(oldVal) ? oldVal.__staleWhileFetching : oldVal;
						if (oldValue !== void 0) status.oldValue = oldValue;
					}
				} else if (status) status.set = "update";
			}
			if (ttl !== 0 && !this.#ttls) this.#initializeTTLTracking();
			if (this.#ttls) {
				if (!noUpdateTTL) this.#setItemTTL(index, ttl, start);
				if (status) this.#statusTTL(status, index);
			}
			if (!noDisposeOnSet && this.#hasDisposeAfter && this.#disposed) {
				const dt = this.#disposed;
				let task;
				while (task = dt?.shift()) this.#disposeAfter?.(...task);
			}
			return this;
		}
		/**
		* Evict the least recently used item, returning its value or
		* `undefined` if cache is empty.
		*/
		pop() {
			try {
				while (this.#size) {
					const val = this.#valList[this.#head];
					this.#evict(true);
					if (this.#isBackgroundFetch(val)) {
						if (val.__staleWhileFetching) return val.__staleWhileFetching;
					} else if (val !== void 0) return val;
				}
			} finally {
				if (this.#hasDisposeAfter && this.#disposed) {
					const dt = this.#disposed;
					let task;
					while (task = dt?.shift()) this.#disposeAfter?.(...task);
				}
			}
		}
		#evict(free) {
			const head = this.#head;
			const k = this.#keyList[head];
			const v = this.#valList[head];
			if (this.#hasFetchMethod && this.#isBackgroundFetch(v)) v.__abortController.abort(/* @__PURE__ */ new Error("evicted"));
			else if (this.#hasDispose || this.#hasDisposeAfter) {
				if (this.#hasDispose) this.#dispose?.(v, k, "evict");
				if (this.#hasDisposeAfter) this.#disposed?.push([
					v,
					k,
					"evict"
				]);
			}
			this.#removeItemSize(head);
			if (free) {
				this.#keyList[head] = void 0;
				this.#valList[head] = void 0;
				this.#free.push(head);
			}
			if (this.#size === 1) {
				this.#head = this.#tail = 0;
				this.#free.length = 0;
			} else this.#head = this.#next[head];
			this.#keyMap.delete(k);
			this.#size--;
			return head;
		}
		/**
		* Check if a key is in the cache, without updating the recency of use.
		* Will return false if the item is stale, even though it is technically
		* in the cache.
		*
		* Check if a key is in the cache, without updating the recency of
		* use. Age is updated if {@link LRUCache.OptionsBase.updateAgeOnHas} is set
		* to `true` in either the options or the constructor.
		*
		* Will return `false` if the item is stale, even though it is technically in
		* the cache. The difference can be determined (if it matters) by using a
		* `status` argument, and inspecting the `has` field.
		*
		* Will not update item age unless
		* {@link LRUCache.OptionsBase.updateAgeOnHas} is set.
		*/
		has(k, hasOptions = {}) {
			const { updateAgeOnHas = this.updateAgeOnHas, status } = hasOptions;
			const index = this.#keyMap.get(k);
			if (index !== void 0) {
				const v = this.#valList[index];
				if (this.#isBackgroundFetch(v) && v.__staleWhileFetching === void 0) return false;
				if (!this.#isStale(index)) {
					if (updateAgeOnHas) this.#updateItemAge(index);
					if (status) {
						status.has = "hit";
						this.#statusTTL(status, index);
					}
					return true;
				} else if (status) {
					status.has = "stale";
					this.#statusTTL(status, index);
				}
			} else if (status) status.has = "miss";
			return false;
		}
		/**
		* Like {@link LRUCache#get} but doesn't update recency or delete stale
		* items.
		*
		* Returns `undefined` if the item is stale, unless
		* {@link LRUCache.OptionsBase.allowStale} is set.
		*/
		peek(k, peekOptions = {}) {
			const { allowStale = this.allowStale } = peekOptions;
			const index = this.#keyMap.get(k);
			if (index === void 0 || !allowStale && this.#isStale(index)) return;
			const v = this.#valList[index];
			return this.#isBackgroundFetch(v) ? v.__staleWhileFetching : v;
		}
		#backgroundFetch(k, index, options, context) {
			const v = index === void 0 ? void 0 : this.#valList[index];
			if (this.#isBackgroundFetch(v)) return v;
			const ac = new AC();
			const { signal } = options;
			signal?.addEventListener("abort", () => ac.abort(signal.reason), { signal: ac.signal });
			const fetchOpts = {
				signal: ac.signal,
				options,
				context
			};
			const cb = (v, updateCache = false) => {
				const { aborted } = ac.signal;
				const ignoreAbort = options.ignoreFetchAbort && v !== void 0;
				if (options.status) {
					if (aborted && !updateCache) {
						options.status.fetchAborted = true;
						options.status.fetchError = ac.signal.reason;
						if (ignoreAbort) options.status.fetchAbortIgnored = true;
					} else options.status.fetchResolved = true;
				}
				if (aborted && !ignoreAbort && !updateCache) return fetchFail(ac.signal.reason);
				const bf = p;
				if (this.#valList[index] === p) {
					if (v === void 0) {
						if (bf.__staleWhileFetching) this.#valList[index] = bf.__staleWhileFetching;
						else this.#delete(k, "fetch");
					} else {
						if (options.status) options.status.fetchUpdated = true;
						this.set(k, v, fetchOpts.options);
					}
				}
				return v;
			};
			const eb = (er) => {
				if (options.status) {
					options.status.fetchRejected = true;
					options.status.fetchError = er;
				}
				return fetchFail(er);
			};
			const fetchFail = (er) => {
				const { aborted } = ac.signal;
				const allowStaleAborted = aborted && options.allowStaleOnFetchAbort;
				const allowStale = allowStaleAborted || options.allowStaleOnFetchRejection;
				const noDelete = allowStale || options.noDeleteOnFetchRejection;
				const bf = p;
				if (this.#valList[index] === p) {
					if (!noDelete || bf.__staleWhileFetching === void 0) this.#delete(k, "fetch");
					else if (!allowStaleAborted) this.#valList[index] = bf.__staleWhileFetching;
				}
				if (allowStale) {
					if (options.status && bf.__staleWhileFetching !== void 0) options.status.returnedStale = true;
					return bf.__staleWhileFetching;
				} else if (bf.__returned === bf) throw er;
			};
			const pcall = (res, rej) => {
				const fmp = this.#fetchMethod?.(k, v, fetchOpts);
				if (fmp && fmp instanceof Promise) fmp.then((v) => res(v === void 0 ? void 0 : v), rej);
				ac.signal.addEventListener("abort", () => {
					if (!options.ignoreFetchAbort || options.allowStaleOnFetchAbort) {
						res(void 0);
						if (options.allowStaleOnFetchAbort) res = (v) => cb(v, true);
					}
				});
			};
			if (options.status) options.status.fetchDispatched = true;
			const p = new Promise(pcall).then(cb, eb);
			const bf = Object.assign(p, {
				__abortController: ac,
				__staleWhileFetching: v,
				__returned: void 0
			});
			if (index === void 0) {
				this.set(k, bf, {
					...fetchOpts.options,
					status: void 0
				});
				index = this.#keyMap.get(k);
			} else this.#valList[index] = bf;
			return bf;
		}
		#isBackgroundFetch(p) {
			if (!this.#hasFetchMethod) return false;
			const b = p;
			return !!b && b instanceof Promise && b.hasOwnProperty("__staleWhileFetching") && b.__abortController instanceof AC;
		}
		async fetch(k, fetchOptions = {}) {
			const { allowStale = this.allowStale, updateAgeOnGet = this.updateAgeOnGet, noDeleteOnStaleGet = this.noDeleteOnStaleGet, ttl = this.ttl, noDisposeOnSet = this.noDisposeOnSet, size = 0, sizeCalculation = this.sizeCalculation, noUpdateTTL = this.noUpdateTTL, noDeleteOnFetchRejection = this.noDeleteOnFetchRejection, allowStaleOnFetchRejection = this.allowStaleOnFetchRejection, ignoreFetchAbort = this.ignoreFetchAbort, allowStaleOnFetchAbort = this.allowStaleOnFetchAbort, context, forceRefresh = false, status, signal } = fetchOptions;
			if (!this.#hasFetchMethod) {
				if (status) status.fetch = "get";
				return this.get(k, {
					allowStale,
					updateAgeOnGet,
					noDeleteOnStaleGet,
					status
				});
			}
			const options = {
				allowStale,
				updateAgeOnGet,
				noDeleteOnStaleGet,
				ttl,
				noDisposeOnSet,
				size,
				sizeCalculation,
				noUpdateTTL,
				noDeleteOnFetchRejection,
				allowStaleOnFetchRejection,
				allowStaleOnFetchAbort,
				ignoreFetchAbort,
				status,
				signal
			};
			let index = this.#keyMap.get(k);
			if (index === void 0) {
				if (status) status.fetch = "miss";
				const p = this.#backgroundFetch(k, index, options, context);
				return p.__returned = p;
			} else {
				const v = this.#valList[index];
				if (this.#isBackgroundFetch(v)) {
					const stale = allowStale && v.__staleWhileFetching !== void 0;
					if (status) {
						status.fetch = "inflight";
						if (stale) status.returnedStale = true;
					}
					return stale ? v.__staleWhileFetching : v.__returned = v;
				}
				const isStale = this.#isStale(index);
				if (!forceRefresh && !isStale) {
					if (status) status.fetch = "hit";
					this.#moveToTail(index);
					if (updateAgeOnGet) this.#updateItemAge(index);
					if (status) this.#statusTTL(status, index);
					return v;
				}
				const p = this.#backgroundFetch(k, index, options, context);
				const staleVal = p.__staleWhileFetching !== void 0 && allowStale;
				if (status) {
					status.fetch = isStale ? "stale" : "refresh";
					if (staleVal && isStale) status.returnedStale = true;
				}
				return staleVal ? p.__staleWhileFetching : p.__returned = p;
			}
		}
		async forceFetch(k, fetchOptions = {}) {
			const v = await this.fetch(k, fetchOptions);
			if (v === void 0) throw new Error("fetch() returned undefined");
			return v;
		}
		memo(k, memoOptions = {}) {
			const memoMethod = this.#memoMethod;
			if (!memoMethod) throw new Error("no memoMethod provided to constructor");
			const { context, forceRefresh, ...options } = memoOptions;
			const v = this.get(k, options);
			if (!forceRefresh && v !== void 0) return v;
			const vv = memoMethod(k, v, {
				options,
				context
			});
			this.set(k, vv, options);
			return vv;
		}
		/**
		* Return a value from the cache. Will update the recency of the cache
		* entry found.
		*
		* If the key is not found, get() will return `undefined`.
		*/
		get(k, getOptions = {}) {
			const { allowStale = this.allowStale, updateAgeOnGet = this.updateAgeOnGet, noDeleteOnStaleGet = this.noDeleteOnStaleGet, status } = getOptions;
			const index = this.#keyMap.get(k);
			if (index !== void 0) {
				const value = this.#valList[index];
				const fetching = this.#isBackgroundFetch(value);
				if (status) this.#statusTTL(status, index);
				if (this.#isStale(index)) {
					if (status) status.get = "stale";
					if (!fetching) {
						if (!noDeleteOnStaleGet) this.#delete(k, "expire");
						if (status && allowStale) status.returnedStale = true;
						return allowStale ? value : void 0;
					} else {
						if (status && allowStale && value.__staleWhileFetching !== void 0) status.returnedStale = true;
						return allowStale ? value.__staleWhileFetching : void 0;
					}
				} else {
					if (status) status.get = "hit";
					if (fetching) return value.__staleWhileFetching;
					this.#moveToTail(index);
					if (updateAgeOnGet) this.#updateItemAge(index);
					return value;
				}
			} else if (status) status.get = "miss";
		}
		#connect(p, n) {
			this.#prev[n] = p;
			this.#next[p] = n;
		}
		#moveToTail(index) {
			if (index !== this.#tail) {
				if (index === this.#head) this.#head = this.#next[index];
				else this.#connect(this.#prev[index], this.#next[index]);
				this.#connect(this.#tail, index);
				this.#tail = index;
			}
		}
		/**
		* Deletes a key out of the cache.
		*
		* Returns true if the key was deleted, false otherwise.
		*/
		delete(k) {
			return this.#delete(k, "delete");
		}
		#delete(k, reason) {
			let deleted = false;
			if (this.#size !== 0) {
				const index = this.#keyMap.get(k);
				if (index !== void 0) {
					deleted = true;
					if (this.#size === 1) this.#clear(reason);
					else {
						this.#removeItemSize(index);
						const v = this.#valList[index];
						if (this.#isBackgroundFetch(v)) v.__abortController.abort(/* @__PURE__ */ new Error("deleted"));
						else if (this.#hasDispose || this.#hasDisposeAfter) {
							if (this.#hasDispose) this.#dispose?.(v, k, reason);
							if (this.#hasDisposeAfter) this.#disposed?.push([
								v,
								k,
								reason
							]);
						}
						this.#keyMap.delete(k);
						this.#keyList[index] = void 0;
						this.#valList[index] = void 0;
						if (index === this.#tail) this.#tail = this.#prev[index];
						else if (index === this.#head) this.#head = this.#next[index];
						else {
							const pi = this.#prev[index];
							this.#next[pi] = this.#next[index];
							const ni = this.#next[index];
							this.#prev[ni] = this.#prev[index];
						}
						this.#size--;
						this.#free.push(index);
					}
				}
			}
			if (this.#hasDisposeAfter && this.#disposed?.length) {
				const dt = this.#disposed;
				let task;
				while (task = dt?.shift()) this.#disposeAfter?.(...task);
			}
			return deleted;
		}
		/**
		* Clear the cache entirely, throwing away all values.
		*/
		clear() {
			return this.#clear("delete");
		}
		#clear(reason) {
			for (const index of this.#rindexes({ allowStale: true })) {
				const v = this.#valList[index];
				if (this.#isBackgroundFetch(v)) v.__abortController.abort(/* @__PURE__ */ new Error("deleted"));
				else {
					const k = this.#keyList[index];
					if (this.#hasDispose) this.#dispose?.(v, k, reason);
					if (this.#hasDisposeAfter) this.#disposed?.push([
						v,
						k,
						reason
					]);
				}
			}
			this.#keyMap.clear();
			this.#valList.fill(void 0);
			this.#keyList.fill(void 0);
			if (this.#ttls && this.#starts) {
				this.#ttls.fill(0);
				this.#starts.fill(0);
			}
			if (this.#sizes) this.#sizes.fill(0);
			this.#head = 0;
			this.#tail = 0;
			this.#free.length = 0;
			this.#calculatedSize = 0;
			this.#size = 0;
			if (this.#hasDisposeAfter && this.#disposed) {
				const dt = this.#disposed;
				let task;
				while (task = dt?.shift()) this.#disposeAfter?.(...task);
			}
		}
	};
}));
// node_modules/minipass/dist/commonjs/index.js
var require_commonjs$2 = /* @__PURE__ */ __commonJSMin(((exports, module, this$2) => {
	var __importDefault = this$2 && this$2.__importDefault || function(mod) {
		return mod && mod.__esModule ? mod : { "default": mod };
	};
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.Minipass = exports.isWritable = exports.isReadable = exports.isStream = void 0;
	const proc = typeof process === "object" && process ? process : {
		stdout: null,
		stderr: null
	};
	const node_events_1 = __require("node:events");
	const node_stream_1 = __importDefault(__require("node:stream"));
	const node_string_decoder_1 = __require("node:string_decoder");
	/**
	* Return true if the argument is a Minipass stream, Node stream, or something
	* else that Minipass can interact with.
	*/
	const isStream = (s) => !!s && typeof s === "object" && (s instanceof Minipass || s instanceof node_stream_1.default || (0, exports.isReadable)(s) || (0, exports.isWritable)(s));
	exports.isStream = isStream;
	/**
	* Return true if the argument is a valid {@link Minipass.Readable}
	*/
	const isReadable = (s) => !!s && typeof s === "object" && s instanceof node_events_1.EventEmitter && typeof s.pipe === "function" && s.pipe !== node_stream_1.default.Writable.prototype.pipe;
	exports.isReadable = isReadable;
	/**
	* Return true if the argument is a valid {@link Minipass.Writable}
	*/
	const isWritable = (s) => !!s && typeof s === "object" && s instanceof node_events_1.EventEmitter && typeof s.write === "function" && typeof s.end === "function";
	exports.isWritable = isWritable;
	const EOF = Symbol("EOF");
	const MAYBE_EMIT_END = Symbol("maybeEmitEnd");
	const EMITTED_END = Symbol("emittedEnd");
	const EMITTING_END = Symbol("emittingEnd");
	const EMITTED_ERROR = Symbol("emittedError");
	const CLOSED = Symbol("closed");
	const READ = Symbol("read");
	const FLUSH = Symbol("flush");
	const FLUSHCHUNK = Symbol("flushChunk");
	const ENCODING = Symbol("encoding");
	const DECODER = Symbol("decoder");
	const FLOWING = Symbol("flowing");
	const PAUSED = Symbol("paused");
	const RESUME = Symbol("resume");
	const BUFFER = Symbol("buffer");
	const PIPES = Symbol("pipes");
	const BUFFERLENGTH = Symbol("bufferLength");
	const BUFFERPUSH = Symbol("bufferPush");
	const BUFFERSHIFT = Symbol("bufferShift");
	const OBJECTMODE = Symbol("objectMode");
	const DESTROYED = Symbol("destroyed");
	const ERROR = Symbol("error");
	const EMITDATA = Symbol("emitData");
	const EMITEND = Symbol("emitEnd");
	const EMITEND2 = Symbol("emitEnd2");
	const ASYNC = Symbol("async");
	const ABORT = Symbol("abort");
	const ABORTED = Symbol("aborted");
	const SIGNAL = Symbol("signal");
	const DATALISTENERS = Symbol("dataListeners");
	const DISCARDED = Symbol("discarded");
	const defer = (fn) => Promise.resolve().then(fn);
	const nodefer = (fn) => fn();
	const isEndish = (ev) => ev === "end" || ev === "finish" || ev === "prefinish";
	const isArrayBufferLike = (b) => b instanceof ArrayBuffer || !!b && typeof b === "object" && b.constructor && b.constructor.name === "ArrayBuffer" && b.byteLength >= 0;
	const isArrayBufferView = (b) => !Buffer.isBuffer(b) && ArrayBuffer.isView(b);
	/**
	* Internal class representing a pipe to a destination stream.
	*
	* @internal
	*/
	var Pipe = class {
		src;
		dest;
		opts;
		ondrain;
		constructor(src, dest, opts) {
			this.src = src;
			this.dest = dest;
			this.opts = opts;
			this.ondrain = () => src[RESUME]();
			this.dest.on("drain", this.ondrain);
		}
		unpipe() {
			this.dest.removeListener("drain", this.ondrain);
		}
		/* c8 ignore start */
		proxyErrors(_er) {}
		/* c8 ignore stop */
		end() {
			this.unpipe();
			if (this.opts.end) this.dest.end();
		}
	};
	/**
	* Internal class representing a pipe to a destination stream where
	* errors are proxied.
	*
	* @internal
	*/
	var PipeProxyErrors = class extends Pipe {
		unpipe() {
			this.src.removeListener("error", this.proxyErrors);
			super.unpipe();
		}
		constructor(src, dest, opts) {
			super(src, dest, opts);
			this.proxyErrors = (er) => this.dest.emit("error", er);
			src.on("error", this.proxyErrors);
		}
	};
	const isObjectModeOptions = (o) => !!o.objectMode;
	const isEncodingOptions = (o) => !o.objectMode && !!o.encoding && o.encoding !== "buffer";
	/**
	* Main export, the Minipass class
	*
	* `RType` is the type of data emitted, defaults to Buffer
	*
	* `WType` is the type of data to be written, if RType is buffer or string,
	* then any {@link Minipass.ContiguousData} is allowed.
	*
	* `Events` is the set of event handler signatures that this object
	* will emit, see {@link Minipass.Events}
	*/
	var Minipass = class extends node_events_1.EventEmitter {
		[FLOWING] = false;
		[PAUSED] = false;
		[PIPES] = [];
		[BUFFER] = [];
		[OBJECTMODE];
		[ENCODING];
		[ASYNC];
		[DECODER];
		[EOF] = false;
		[EMITTED_END] = false;
		[EMITTING_END] = false;
		[CLOSED] = false;
		[EMITTED_ERROR] = null;
		[BUFFERLENGTH] = 0;
		[DESTROYED] = false;
		[SIGNAL];
		[ABORTED] = false;
		[DATALISTENERS] = 0;
		[DISCARDED] = false;
		/**
		* true if the stream can be written
		*/
		writable = true;
		/**
		* true if the stream can be read
		*/
		readable = true;
		/**
		* If `RType` is Buffer, then options do not need to be provided.
		* Otherwise, an options object must be provided to specify either
		* {@link Minipass.SharedOptions.objectMode} or
		* {@link Minipass.SharedOptions.encoding}, as appropriate.
		*/
		constructor(...args) {
			const options = args[0] || {};
			super();
			if (options.objectMode && typeof options.encoding === "string") throw new TypeError("Encoding and objectMode may not be used together");
			if (isObjectModeOptions(options)) {
				this[OBJECTMODE] = true;
				this[ENCODING] = null;
			} else if (isEncodingOptions(options)) {
				this[ENCODING] = options.encoding;
				this[OBJECTMODE] = false;
			} else {
				this[OBJECTMODE] = false;
				this[ENCODING] = null;
			}
			this[ASYNC] = !!options.async;
			this[DECODER] = this[ENCODING] ? new node_string_decoder_1.StringDecoder(this[ENCODING]) : null;
			if (options && options.debugExposeBuffer === true) Object.defineProperty(this, "buffer", { get: () => this[BUFFER] });
			if (options && options.debugExposePipes === true) Object.defineProperty(this, "pipes", { get: () => this[PIPES] });
			const { signal } = options;
			if (signal) {
				this[SIGNAL] = signal;
				if (signal.aborted) this[ABORT]();
				else signal.addEventListener("abort", () => this[ABORT]());
			}
		}
		/**
		* The amount of data stored in the buffer waiting to be read.
		*
		* For Buffer strings, this will be the total byte length.
		* For string encoding streams, this will be the string character length,
		* according to JavaScript's `string.length` logic.
		* For objectMode streams, this is a count of the items waiting to be
		* emitted.
		*/
		get bufferLength() {
			return this[BUFFERLENGTH];
		}
		/**
		* The `BufferEncoding` currently in use, or `null`
		*/
		get encoding() {
			return this[ENCODING];
		}
		/**
		* @deprecated - This is a read only property
		*/
		set encoding(_enc) {
			throw new Error("Encoding must be set at instantiation time");
		}
		/**
		* @deprecated - Encoding may only be set at instantiation time
		*/
		setEncoding(_enc) {
			throw new Error("Encoding must be set at instantiation time");
		}
		/**
		* True if this is an objectMode stream
		*/
		get objectMode() {
			return this[OBJECTMODE];
		}
		/**
		* @deprecated - This is a read-only property
		*/
		set objectMode(_om) {
			throw new Error("objectMode must be set at instantiation time");
		}
		/**
		* true if this is an async stream
		*/
		get ["async"]() {
			return this[ASYNC];
		}
		/**
		* Set to true to make this stream async.
		*
		* Once set, it cannot be unset, as this would potentially cause incorrect
		* behavior.  Ie, a sync stream can be made async, but an async stream
		* cannot be safely made sync.
		*/
		set ["async"](a) {
			this[ASYNC] = this[ASYNC] || !!a;
		}
		[ABORT]() {
			this[ABORTED] = true;
			this.emit("abort", this[SIGNAL]?.reason);
			this.destroy(this[SIGNAL]?.reason);
		}
		/**
		* True if the stream has been aborted.
		*/
		get aborted() {
			return this[ABORTED];
		}
		/**
		* No-op setter. Stream aborted status is set via the AbortSignal provided
		* in the constructor options.
		*/
		set aborted(_) {}
		write(chunk, encoding, cb) {
			if (this[ABORTED]) return false;
			if (this[EOF]) throw new Error("write after end");
			if (this[DESTROYED]) {
				this.emit("error", Object.assign(/* @__PURE__ */ new Error("Cannot call write after a stream was destroyed"), { code: "ERR_STREAM_DESTROYED" }));
				return true;
			}
			if (typeof encoding === "function") {
				cb = encoding;
				encoding = "utf8";
			}
			if (!encoding) encoding = "utf8";
			const fn = this[ASYNC] ? defer : nodefer;
			if (!this[OBJECTMODE] && !Buffer.isBuffer(chunk)) {
				if (isArrayBufferView(chunk)) chunk = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
				else if (isArrayBufferLike(chunk)) chunk = Buffer.from(chunk);
				else if (typeof chunk !== "string") throw new Error("Non-contiguous data written to non-objectMode stream");
			}
			if (this[OBJECTMODE]) {
				/* c8 ignore start */
				if (this[FLOWING] && this[BUFFERLENGTH] !== 0) this[FLUSH](true);
				/* c8 ignore stop */
				if (this[FLOWING]) this.emit("data", chunk);
				else this[BUFFERPUSH](chunk);
				if (this[BUFFERLENGTH] !== 0) this.emit("readable");
				if (cb) fn(cb);
				return this[FLOWING];
			}
			if (!chunk.length) {
				if (this[BUFFERLENGTH] !== 0) this.emit("readable");
				if (cb) fn(cb);
				return this[FLOWING];
			}
			if (typeof chunk === "string" && !(encoding === this[ENCODING] && !this[DECODER]?.lastNeed)) chunk = Buffer.from(chunk, encoding);
			if (Buffer.isBuffer(chunk) && this[ENCODING]) chunk = this[DECODER].write(chunk);
			if (this[FLOWING] && this[BUFFERLENGTH] !== 0) this[FLUSH](true);
			if (this[FLOWING]) this.emit("data", chunk);
			else this[BUFFERPUSH](chunk);
			if (this[BUFFERLENGTH] !== 0) this.emit("readable");
			if (cb) fn(cb);
			return this[FLOWING];
		}
		/**
		* Low-level explicit read method.
		*
		* In objectMode, the argument is ignored, and one item is returned if
		* available.
		*
		* `n` is the number of bytes (or in the case of encoding streams,
		* characters) to consume. If `n` is not provided, then the entire buffer
		* is returned, or `null` is returned if no data is available.
		*
		* If `n` is greater that the amount of data in the internal buffer,
		* then `null` is returned.
		*/
		read(n) {
			if (this[DESTROYED]) return null;
			this[DISCARDED] = false;
			if (this[BUFFERLENGTH] === 0 || n === 0 || n && n > this[BUFFERLENGTH]) {
				this[MAYBE_EMIT_END]();
				return null;
			}
			if (this[OBJECTMODE]) n = null;
			if (this[BUFFER].length > 1 && !this[OBJECTMODE]) this[BUFFER] = [this[ENCODING] ? this[BUFFER].join("") : Buffer.concat(this[BUFFER], this[BUFFERLENGTH])];
			const ret = this[READ](n || null, this[BUFFER][0]);
			this[MAYBE_EMIT_END]();
			return ret;
		}
		[READ](n, chunk) {
			if (this[OBJECTMODE]) this[BUFFERSHIFT]();
			else {
				const c = chunk;
				if (n === c.length || n === null) this[BUFFERSHIFT]();
				else if (typeof c === "string") {
					this[BUFFER][0] = c.slice(n);
					chunk = c.slice(0, n);
					this[BUFFERLENGTH] -= n;
				} else {
					this[BUFFER][0] = c.subarray(n);
					chunk = c.subarray(0, n);
					this[BUFFERLENGTH] -= n;
				}
			}
			this.emit("data", chunk);
			if (!this[BUFFER].length && !this[EOF]) this.emit("drain");
			return chunk;
		}
		end(chunk, encoding, cb) {
			if (typeof chunk === "function") {
				cb = chunk;
				chunk = void 0;
			}
			if (typeof encoding === "function") {
				cb = encoding;
				encoding = "utf8";
			}
			if (chunk !== void 0) this.write(chunk, encoding);
			if (cb) this.once("end", cb);
			this[EOF] = true;
			this.writable = false;
			if (this[FLOWING] || !this[PAUSED]) this[MAYBE_EMIT_END]();
			return this;
		}
		[RESUME]() {
			if (this[DESTROYED]) return;
			if (!this[DATALISTENERS] && !this[PIPES].length) this[DISCARDED] = true;
			this[PAUSED] = false;
			this[FLOWING] = true;
			this.emit("resume");
			if (this[BUFFER].length) this[FLUSH]();
			else if (this[EOF]) this[MAYBE_EMIT_END]();
			else this.emit("drain");
		}
		/**
		* Resume the stream if it is currently in a paused state
		*
		* If called when there are no pipe destinations or `data` event listeners,
		* this will place the stream in a "discarded" state, where all data will
		* be thrown away. The discarded state is removed if a pipe destination or
		* data handler is added, if pause() is called, or if any synchronous or
		* asynchronous iteration is started.
		*/
		resume() {
			return this[RESUME]();
		}
		/**
		* Pause the stream
		*/
		pause() {
			this[FLOWING] = false;
			this[PAUSED] = true;
			this[DISCARDED] = false;
		}
		/**
		* true if the stream has been forcibly destroyed
		*/
		get destroyed() {
			return this[DESTROYED];
		}
		/**
		* true if the stream is currently in a flowing state, meaning that
		* any writes will be immediately emitted.
		*/
		get flowing() {
			return this[FLOWING];
		}
		/**
		* true if the stream is currently in a paused state
		*/
		get paused() {
			return this[PAUSED];
		}
		[BUFFERPUSH](chunk) {
			if (this[OBJECTMODE]) this[BUFFERLENGTH] += 1;
			else this[BUFFERLENGTH] += chunk.length;
			this[BUFFER].push(chunk);
		}
		[BUFFERSHIFT]() {
			if (this[OBJECTMODE]) this[BUFFERLENGTH] -= 1;
			else this[BUFFERLENGTH] -= this[BUFFER][0].length;
			return this[BUFFER].shift();
		}
		[FLUSH](noDrain = false) {
			do;
			while (this[FLUSHCHUNK](this[BUFFERSHIFT]()) && this[BUFFER].length);
			if (!noDrain && !this[BUFFER].length && !this[EOF]) this.emit("drain");
		}
		[FLUSHCHUNK](chunk) {
			this.emit("data", chunk);
			return this[FLOWING];
		}
		/**
		* Pipe all data emitted by this stream into the destination provided.
		*
		* Triggers the flow of data.
		*/
		pipe(dest, opts) {
			if (this[DESTROYED]) return dest;
			this[DISCARDED] = false;
			const ended = this[EMITTED_END];
			opts = opts || {};
			if (dest === proc.stdout || dest === proc.stderr) opts.end = false;
			else opts.end = opts.end !== false;
			opts.proxyErrors = !!opts.proxyErrors;
			if (ended) {
				if (opts.end) dest.end();
			} else {
				this[PIPES].push(!opts.proxyErrors ? new Pipe(this, dest, opts) : new PipeProxyErrors(this, dest, opts));
				if (this[ASYNC]) defer(() => this[RESUME]());
				else this[RESUME]();
			}
			return dest;
		}
		/**
		* Fully unhook a piped destination stream.
		*
		* If the destination stream was the only consumer of this stream (ie,
		* there are no other piped destinations or `'data'` event listeners)
		* then the flow of data will stop until there is another consumer or
		* {@link Minipass#resume} is explicitly called.
		*/
		unpipe(dest) {
			const p = this[PIPES].find((p) => p.dest === dest);
			if (p) {
				if (this[PIPES].length === 1) {
					if (this[FLOWING] && this[DATALISTENERS] === 0) this[FLOWING] = false;
					this[PIPES] = [];
				} else this[PIPES].splice(this[PIPES].indexOf(p), 1);
				p.unpipe();
			}
		}
		/**
		* Alias for {@link Minipass#on}
		*/
		addListener(ev, handler) {
			return this.on(ev, handler);
		}
		/**
		* Mostly identical to `EventEmitter.on`, with the following
		* behavior differences to prevent data loss and unnecessary hangs:
		*
		* - Adding a 'data' event handler will trigger the flow of data
		*
		* - Adding a 'readable' event handler when there is data waiting to be read
		*   will cause 'readable' to be emitted immediately.
		*
		* - Adding an 'endish' event handler ('end', 'finish', etc.) which has
		*   already passed will cause the event to be emitted immediately and all
		*   handlers removed.
		*
		* - Adding an 'error' event handler after an error has been emitted will
		*   cause the event to be re-emitted immediately with the error previously
		*   raised.
		*/
		on(ev, handler) {
			const ret = super.on(ev, handler);
			if (ev === "data") {
				this[DISCARDED] = false;
				this[DATALISTENERS]++;
				if (!this[PIPES].length && !this[FLOWING]) this[RESUME]();
			} else if (ev === "readable" && this[BUFFERLENGTH] !== 0) super.emit("readable");
			else if (isEndish(ev) && this[EMITTED_END]) {
				super.emit(ev);
				this.removeAllListeners(ev);
			} else if (ev === "error" && this[EMITTED_ERROR]) {
				const h = handler;
				if (this[ASYNC]) defer(() => h.call(this, this[EMITTED_ERROR]));
				else h.call(this, this[EMITTED_ERROR]);
			}
			return ret;
		}
		/**
		* Alias for {@link Minipass#off}
		*/
		removeListener(ev, handler) {
			return this.off(ev, handler);
		}
		/**
		* Mostly identical to `EventEmitter.off`
		*
		* If a 'data' event handler is removed, and it was the last consumer
		* (ie, there are no pipe destinations or other 'data' event listeners),
		* then the flow of data will stop until there is another consumer or
		* {@link Minipass#resume} is explicitly called.
		*/
		off(ev, handler) {
			const ret = super.off(ev, handler);
			if (ev === "data") {
				this[DATALISTENERS] = this.listeners("data").length;
				if (this[DATALISTENERS] === 0 && !this[DISCARDED] && !this[PIPES].length) this[FLOWING] = false;
			}
			return ret;
		}
		/**
		* Mostly identical to `EventEmitter.removeAllListeners`
		*
		* If all 'data' event handlers are removed, and they were the last consumer
		* (ie, there are no pipe destinations), then the flow of data will stop
		* until there is another consumer or {@link Minipass#resume} is explicitly
		* called.
		*/
		removeAllListeners(ev) {
			const ret = super.removeAllListeners(ev);
			if (ev === "data" || ev === void 0) {
				this[DATALISTENERS] = 0;
				if (!this[DISCARDED] && !this[PIPES].length) this[FLOWING] = false;
			}
			return ret;
		}
		/**
		* true if the 'end' event has been emitted
		*/
		get emittedEnd() {
			return this[EMITTED_END];
		}
		[MAYBE_EMIT_END]() {
			if (!this[EMITTING_END] && !this[EMITTED_END] && !this[DESTROYED] && this[BUFFER].length === 0 && this[EOF]) {
				this[EMITTING_END] = true;
				this.emit("end");
				this.emit("prefinish");
				this.emit("finish");
				if (this[CLOSED]) this.emit("close");
				this[EMITTING_END] = false;
			}
		}
		/**
		* Mostly identical to `EventEmitter.emit`, with the following
		* behavior differences to prevent data loss and unnecessary hangs:
		*
		* If the stream has been destroyed, and the event is something other
		* than 'close' or 'error', then `false` is returned and no handlers
		* are called.
		*
		* If the event is 'end', and has already been emitted, then the event
		* is ignored. If the stream is in a paused or non-flowing state, then
		* the event will be deferred until data flow resumes. If the stream is
		* async, then handlers will be called on the next tick rather than
		* immediately.
		*
		* If the event is 'close', and 'end' has not yet been emitted, then
		* the event will be deferred until after 'end' is emitted.
		*
		* If the event is 'error', and an AbortSignal was provided for the stream,
		* and there are no listeners, then the event is ignored, matching the
		* behavior of node core streams in the presense of an AbortSignal.
		*
		* If the event is 'finish' or 'prefinish', then all listeners will be
		* removed after emitting the event, to prevent double-firing.
		*/
		emit(ev, ...args) {
			const data = args[0];
			if (ev !== "error" && ev !== "close" && ev !== DESTROYED && this[DESTROYED]) return false;
			else if (ev === "data") return !this[OBJECTMODE] && !data ? false : this[ASYNC] ? (defer(() => this[EMITDATA](data)), true) : this[EMITDATA](data);
			else if (ev === "end") return this[EMITEND]();
			else if (ev === "close") {
				this[CLOSED] = true;
				if (!this[EMITTED_END] && !this[DESTROYED]) return false;
				const ret = super.emit("close");
				this.removeAllListeners("close");
				return ret;
			} else if (ev === "error") {
				this[EMITTED_ERROR] = data;
				super.emit(ERROR, data);
				const ret = !this[SIGNAL] || this.listeners("error").length ? super.emit("error", data) : false;
				this[MAYBE_EMIT_END]();
				return ret;
			} else if (ev === "resume") {
				const ret = super.emit("resume");
				this[MAYBE_EMIT_END]();
				return ret;
			} else if (ev === "finish" || ev === "prefinish") {
				const ret = super.emit(ev);
				this.removeAllListeners(ev);
				return ret;
			}
			const ret = super.emit(ev, ...args);
			this[MAYBE_EMIT_END]();
			return ret;
		}
		[EMITDATA](data) {
			for (const p of this[PIPES]) if (p.dest.write(data) === false) this.pause();
			const ret = this[DISCARDED] ? false : super.emit("data", data);
			this[MAYBE_EMIT_END]();
			return ret;
		}
		[EMITEND]() {
			if (this[EMITTED_END]) return false;
			this[EMITTED_END] = true;
			this.readable = false;
			return this[ASYNC] ? (defer(() => this[EMITEND2]()), true) : this[EMITEND2]();
		}
		[EMITEND2]() {
			if (this[DECODER]) {
				const data = this[DECODER].end();
				if (data) {
					for (const p of this[PIPES]) p.dest.write(data);
					if (!this[DISCARDED]) super.emit("data", data);
				}
			}
			for (const p of this[PIPES]) p.end();
			const ret = super.emit("end");
			this.removeAllListeners("end");
			return ret;
		}
		/**
		* Return a Promise that resolves to an array of all emitted data once
		* the stream ends.
		*/
		async collect() {
			const buf = Object.assign([], { dataLength: 0 });
			if (!this[OBJECTMODE]) buf.dataLength = 0;
			const p = this.promise();
			this.on("data", (c) => {
				buf.push(c);
				if (!this[OBJECTMODE]) buf.dataLength += c.length;
			});
			await p;
			return buf;
		}
		/**
		* Return a Promise that resolves to the concatenation of all emitted data
		* once the stream ends.
		*
		* Not allowed on objectMode streams.
		*/
		async concat() {
			if (this[OBJECTMODE]) throw new Error("cannot concat in objectMode");
			const buf = await this.collect();
			return this[ENCODING] ? buf.join("") : Buffer.concat(buf, buf.dataLength);
		}
		/**
		* Return a void Promise that resolves once the stream ends.
		*/
		async promise() {
			return new Promise((resolve, reject) => {
				this.on(DESTROYED, () => reject(/* @__PURE__ */ new Error("stream destroyed")));
				this.on("error", (er) => reject(er));
				this.on("end", () => resolve());
			});
		}
		/**
		* Asynchronous `for await of` iteration.
		*
		* This will continue emitting all chunks until the stream terminates.
		*/
		[Symbol.asyncIterator]() {
			this[DISCARDED] = false;
			let stopped = false;
			const stop = async () => {
				this.pause();
				stopped = true;
				return {
					value: void 0,
					done: true
				};
			};
			const next = () => {
				if (stopped) return stop();
				const res = this.read();
				if (res !== null) return Promise.resolve({
					done: false,
					value: res
				});
				if (this[EOF]) return stop();
				let resolve;
				let reject;
				const onerr = (er) => {
					this.off("data", ondata);
					this.off("end", onend);
					this.off(DESTROYED, ondestroy);
					stop();
					reject(er);
				};
				const ondata = (value) => {
					this.off("error", onerr);
					this.off("end", onend);
					this.off(DESTROYED, ondestroy);
					this.pause();
					resolve({
						value,
						done: !!this[EOF]
					});
				};
				const onend = () => {
					this.off("error", onerr);
					this.off("data", ondata);
					this.off(DESTROYED, ondestroy);
					stop();
					resolve({
						done: true,
						value: void 0
					});
				};
				const ondestroy = () => onerr(/* @__PURE__ */ new Error("stream destroyed"));
				return new Promise((res, rej) => {
					reject = rej;
					resolve = res;
					this.once(DESTROYED, ondestroy);
					this.once("error", onerr);
					this.once("end", onend);
					this.once("data", ondata);
				});
			};
			return {
				next,
				throw: stop,
				return: stop,
				[Symbol.asyncIterator]() {
					return this;
				},
				[Symbol.asyncDispose]: async () => {}
			};
		}
		/**
		* Synchronous `for of` iteration.
		*
		* The iteration will terminate when the internal buffer runs out, even
		* if the stream has not yet terminated.
		*/
		[Symbol.iterator]() {
			this[DISCARDED] = false;
			let stopped = false;
			const stop = () => {
				this.pause();
				this.off(ERROR, stop);
				this.off(DESTROYED, stop);
				this.off("end", stop);
				stopped = true;
				return {
					done: true,
					value: void 0
				};
			};
			const next = () => {
				if (stopped) return stop();
				const value = this.read();
				return value === null ? stop() : {
					done: false,
					value
				};
			};
			this.once("end", stop);
			this.once(ERROR, stop);
			this.once(DESTROYED, stop);
			return {
				next,
				throw: stop,
				return: stop,
				[Symbol.iterator]() {
					return this;
				},
				[Symbol.dispose]: () => {}
			};
		}
		/**
		* Destroy a stream, preventing it from being used for any further purpose.
		*
		* If the stream has a `close()` method, then it will be called on
		* destruction.
		*
		* After destruction, any attempt to write data, read data, or emit most
		* events will be ignored.
		*
		* If an error argument is provided, then it will be emitted in an
		* 'error' event.
		*/
		destroy(er) {
			if (this[DESTROYED]) {
				if (er) this.emit("error", er);
				else this.emit(DESTROYED);
				return this;
			}
			this[DESTROYED] = true;
			this[DISCARDED] = true;
			this[BUFFER].length = 0;
			this[BUFFERLENGTH] = 0;
			const wc = this;
			if (typeof wc.close === "function" && !this[CLOSED]) wc.close();
			if (er) this.emit("error", er);
			else this.emit(DESTROYED);
			return this;
		}
		/**
		* Alias for {@link isStream}
		*
		* Former export location, maintained for backwards compatibility.
		*
		* @deprecated
		*/
		static get isStream() {
			return exports.isStream;
		}
	};
	exports.Minipass = Minipass;
}));
// node_modules/path-scurry/dist/commonjs/index.js
var require_commonjs$1 = /* @__PURE__ */ __commonJSMin(((exports, module, this$1) => {
	var __createBinding = this$1 && this$1.__createBinding || (Object.create ? (function(o, m, k, k2) {
		if (k2 === void 0) k2 = k;
		var desc = Object.getOwnPropertyDescriptor(m, k);
		if (!desc || ("get" in desc ? !m.__esModule : desc.writable || desc.configurable)) desc = {
			enumerable: true,
			get: function() {
				return m[k];
			}
		};
		Object.defineProperty(o, k2, desc);
	}) : (function(o, m, k, k2) {
		if (k2 === void 0) k2 = k;
		o[k2] = m[k];
	}));
	var __setModuleDefault = this$1 && this$1.__setModuleDefault || (Object.create ? (function(o, v) {
		Object.defineProperty(o, "default", {
			enumerable: true,
			value: v
		});
	}) : function(o, v) {
		o["default"] = v;
	});
	var __importStar = this$1 && this$1.__importStar || function(mod) {
		if (mod && mod.__esModule) return mod;
		var result = {};
		if (mod != null) {
			for (var k in mod) if (k !== "default" && Object.prototype.hasOwnProperty.call(mod, k)) __createBinding(result, mod, k);
		}
		__setModuleDefault(result, mod);
		return result;
	};
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.PathScurry = exports.Path = exports.PathScurryDarwin = exports.PathScurryPosix = exports.PathScurryWin32 = exports.PathScurryBase = exports.PathPosix = exports.PathWin32 = exports.PathBase = exports.ChildrenCache = exports.ResolveCache = void 0;
	const lru_cache_1 = require_commonjs$3();
	const node_path_1 = __require("node:path");
	const node_url_1 = __require("node:url");
	const fs_1 = __require("fs");
	const actualFS = __importStar(__require("node:fs"));
	const realpathSync = fs_1.realpathSync.native;
	const promises_1 = __require("node:fs/promises");
	const minipass_1 = require_commonjs$2();
	const defaultFS = {
		lstatSync: fs_1.lstatSync,
		readdir: fs_1.readdir,
		readdirSync: fs_1.readdirSync,
		readlinkSync: fs_1.readlinkSync,
		realpathSync,
		promises: {
			lstat: promises_1.lstat,
			readdir: promises_1.readdir,
			readlink: promises_1.readlink,
			realpath: promises_1.realpath
		}
	};
	const fsFromOption = (fsOption) => !fsOption || fsOption === defaultFS || fsOption === actualFS ? defaultFS : {
		...defaultFS,
		...fsOption,
		promises: {
			...defaultFS.promises,
			...fsOption.promises || {}
		}
	};
	const uncDriveRegexp = /^\\\\\?\\([a-z]:)\\?$/i;
	const uncToDrive = (rootPath) => rootPath.replace(/\//g, "\\").replace(uncDriveRegexp, "$1\\");
	const eitherSep = /[\\\/]/;
	const UNKNOWN = 0;
	const IFIFO = 1;
	const IFCHR = 2;
	const IFDIR = 4;
	const IFBLK = 6;
	const IFREG = 8;
	const IFLNK = 10;
	const IFSOCK = 12;
	const IFMT = 15;
	const IFMT_UNKNOWN = -16;
	const READDIR_CALLED = 16;
	const LSTAT_CALLED = 32;
	const ENOTDIR = 64;
	const ENOENT = 128;
	const ENOREADLINK = 256;
	const ENOREALPATH = 512;
	const ENOCHILD = 704;
	const TYPEMASK = 1023;
	const entToType = (s) => s.isFile() ? IFREG : s.isDirectory() ? IFDIR : s.isSymbolicLink() ? IFLNK : s.isCharacterDevice() ? IFCHR : s.isBlockDevice() ? IFBLK : s.isSocket() ? IFSOCK : s.isFIFO() ? IFIFO : UNKNOWN;
	const normalizeCache = /* @__PURE__ */ new Map();
	const normalize = (s) => {
		const c = normalizeCache.get(s);
		if (c) return c;
		const n = s.normalize("NFKD");
		normalizeCache.set(s, n);
		return n;
	};
	const normalizeNocaseCache = /* @__PURE__ */ new Map();
	const normalizeNocase = (s) => {
		const c = normalizeNocaseCache.get(s);
		if (c) return c;
		const n = normalize(s.toLowerCase());
		normalizeNocaseCache.set(s, n);
		return n;
	};
	/**
	* An LRUCache for storing resolved path strings or Path objects.
	* @internal
	*/
	var ResolveCache = class extends lru_cache_1.LRUCache {
		constructor() {
			super({ max: 256 });
		}
	};
	exports.ResolveCache = ResolveCache;
	/**
	* an LRUCache for storing child entries.
	* @internal
	*/
	var ChildrenCache = class extends lru_cache_1.LRUCache {
		constructor(maxSize = 16384) {
			super({
				maxSize,
				sizeCalculation: (a) => a.length + 1
			});
		}
	};
	exports.ChildrenCache = ChildrenCache;
	const setAsCwd = Symbol("PathScurry setAsCwd");
	/**
	* Path objects are sort of like a super-powered
	* {@link https://nodejs.org/docs/latest/api/fs.html#class-fsdirent fs.Dirent}
	*
	* Each one represents a single filesystem entry on disk, which may or may not
	* exist. It includes methods for reading various types of information via
	* lstat, readlink, and readdir, and caches all information to the greatest
	* degree possible.
	*
	* Note that fs operations that would normally throw will instead return an
	* "empty" value. This is in order to prevent excessive overhead from error
	* stack traces.
	*/
	var PathBase = class {
		/**
		* the basename of this path
		*
		* **Important**: *always* test the path name against any test string
		* usingthe {@link isNamed} method, and not by directly comparing this
		* string. Otherwise, unicode path strings that the system sees as identical
		* will not be properly treated as the same path, leading to incorrect
		* behavior and possible security issues.
		*/
		name;
		/**
		* the Path entry corresponding to the path root.
		*
		* @internal
		*/
		root;
		/**
		* All roots found within the current PathScurry family
		*
		* @internal
		*/
		roots;
		/**
		* a reference to the parent path, or undefined in the case of root entries
		*
		* @internal
		*/
		parent;
		/**
		* boolean indicating whether paths are compared case-insensitively
		* @internal
		*/
		nocase;
		/**
		* boolean indicating that this path is the current working directory
		* of the PathScurry collection that contains it.
		*/
		isCWD = false;
		#fs;
		#dev;
		get dev() {
			return this.#dev;
		}
		#mode;
		get mode() {
			return this.#mode;
		}
		#nlink;
		get nlink() {
			return this.#nlink;
		}
		#uid;
		get uid() {
			return this.#uid;
		}
		#gid;
		get gid() {
			return this.#gid;
		}
		#rdev;
		get rdev() {
			return this.#rdev;
		}
		#blksize;
		get blksize() {
			return this.#blksize;
		}
		#ino;
		get ino() {
			return this.#ino;
		}
		#size;
		get size() {
			return this.#size;
		}
		#blocks;
		get blocks() {
			return this.#blocks;
		}
		#atimeMs;
		get atimeMs() {
			return this.#atimeMs;
		}
		#mtimeMs;
		get mtimeMs() {
			return this.#mtimeMs;
		}
		#ctimeMs;
		get ctimeMs() {
			return this.#ctimeMs;
		}
		#birthtimeMs;
		get birthtimeMs() {
			return this.#birthtimeMs;
		}
		#atime;
		get atime() {
			return this.#atime;
		}
		#mtime;
		get mtime() {
			return this.#mtime;
		}
		#ctime;
		get ctime() {
			return this.#ctime;
		}
		#birthtime;
		get birthtime() {
			return this.#birthtime;
		}
		#matchName;
		#depth;
		#fullpath;
		#fullpathPosix;
		#relative;
		#relativePosix;
		#type;
		#children;
		#linkTarget;
		#realpath;
		/**
		* This property is for compatibility with the Dirent class as of
		* Node v20, where Dirent['parentPath'] refers to the path of the
		* directory that was passed to readdir. For root entries, it's the path
		* to the entry itself.
		*/
		get parentPath() {
			return (this.parent || this).fullpath();
		}
		/**
		* Deprecated alias for Dirent['parentPath'] Somewhat counterintuitively,
		* this property refers to the *parent* path, not the path object itself.
		*/
		get path() {
			return this.parentPath;
		}
		/**
		* Do not create new Path objects directly.  They should always be accessed
		* via the PathScurry class or other methods on the Path class.
		*
		* @internal
		*/
		constructor(name, type = UNKNOWN, root, roots, nocase, children, opts) {
			this.name = name;
			this.#matchName = nocase ? normalizeNocase(name) : normalize(name);
			this.#type = type & TYPEMASK;
			this.nocase = nocase;
			this.roots = roots;
			this.root = root || this;
			this.#children = children;
			this.#fullpath = opts.fullpath;
			this.#relative = opts.relative;
			this.#relativePosix = opts.relativePosix;
			this.parent = opts.parent;
			if (this.parent) this.#fs = this.parent.#fs;
			else this.#fs = fsFromOption(opts.fs);
		}
		/**
		* Returns the depth of the Path object from its root.
		*
		* For example, a path at `/foo/bar` would have a depth of 2.
		*/
		depth() {
			if (this.#depth !== void 0) return this.#depth;
			if (!this.parent) return this.#depth = 0;
			return this.#depth = this.parent.depth() + 1;
		}
		/**
		* @internal
		*/
		childrenCache() {
			return this.#children;
		}
		/**
		* Get the Path object referenced by the string path, resolved from this Path
		*/
		resolve(path) {
			if (!path) return this;
			const rootPath = this.getRootString(path);
			const dirParts = path.substring(rootPath.length).split(this.splitSep);
			return rootPath ? this.getRoot(rootPath).#resolveParts(dirParts) : this.#resolveParts(dirParts);
		}
		#resolveParts(dirParts) {
			let p = this;
			for (const part of dirParts) p = p.child(part);
			return p;
		}
		/**
		* Returns the cached children Path objects, if still available.  If they
		* have fallen out of the cache, then returns an empty array, and resets the
		* READDIR_CALLED bit, so that future calls to readdir() will require an fs
		* lookup.
		*
		* @internal
		*/
		children() {
			const cached = this.#children.get(this);
			if (cached) return cached;
			const children = Object.assign([], { provisional: 0 });
			this.#children.set(this, children);
			this.#type &= -17;
			return children;
		}
		/**
		* Resolves a path portion and returns or creates the child Path.
		*
		* Returns `this` if pathPart is `''` or `'.'`, or `parent` if pathPart is
		* `'..'`.
		*
		* This should not be called directly.  If `pathPart` contains any path
		* separators, it will lead to unsafe undefined behavior.
		*
		* Use `Path.resolve()` instead.
		*
		* @internal
		*/
		child(pathPart, opts) {
			if (pathPart === "" || pathPart === ".") return this;
			if (pathPart === "..") return this.parent || this;
			const children = this.children();
			const name = this.nocase ? normalizeNocase(pathPart) : normalize(pathPart);
			for (const p of children) if (p.#matchName === name) return p;
			const s = this.parent ? this.sep : "";
			const fullpath = this.#fullpath ? this.#fullpath + s + pathPart : void 0;
			const pchild = this.newChild(pathPart, UNKNOWN, {
				...opts,
				parent: this,
				fullpath
			});
			if (!this.canReaddir()) pchild.#type |= ENOENT;
			children.push(pchild);
			return pchild;
		}
		/**
		* The relative path from the cwd. If it does not share an ancestor with
		* the cwd, then this ends up being equivalent to the fullpath()
		*/
		relative() {
			if (this.isCWD) return "";
			if (this.#relative !== void 0) return this.#relative;
			const name = this.name;
			const p = this.parent;
			if (!p) return this.#relative = this.name;
			const pv = p.relative();
			return pv + (!pv || !p.parent ? "" : this.sep) + name;
		}
		/**
		* The relative path from the cwd, using / as the path separator.
		* If it does not share an ancestor with
		* the cwd, then this ends up being equivalent to the fullpathPosix()
		* On posix systems, this is identical to relative().
		*/
		relativePosix() {
			if (this.sep === "/") return this.relative();
			if (this.isCWD) return "";
			if (this.#relativePosix !== void 0) return this.#relativePosix;
			const name = this.name;
			const p = this.parent;
			if (!p) return this.#relativePosix = this.fullpathPosix();
			const pv = p.relativePosix();
			return pv + (!pv || !p.parent ? "" : "/") + name;
		}
		/**
		* The fully resolved path string for this Path entry
		*/
		fullpath() {
			if (this.#fullpath !== void 0) return this.#fullpath;
			const name = this.name;
			const p = this.parent;
			if (!p) return this.#fullpath = this.name;
			const fp = p.fullpath() + (!p.parent ? "" : this.sep) + name;
			return this.#fullpath = fp;
		}
		/**
		* On platforms other than windows, this is identical to fullpath.
		*
		* On windows, this is overridden to return the forward-slash form of the
		* full UNC path.
		*/
		fullpathPosix() {
			if (this.#fullpathPosix !== void 0) return this.#fullpathPosix;
			if (this.sep === "/") return this.#fullpathPosix = this.fullpath();
			if (!this.parent) {
				const p = this.fullpath().replace(/\\/g, "/");
				if (/^[a-z]:\//i.test(p)) return this.#fullpathPosix = `//?/${p}`;
				else return this.#fullpathPosix = p;
			}
			const p = this.parent;
			const pfpp = p.fullpathPosix();
			const fpp = pfpp + (!pfpp || !p.parent ? "" : "/") + this.name;
			return this.#fullpathPosix = fpp;
		}
		/**
		* Is the Path of an unknown type?
		*
		* Note that we might know *something* about it if there has been a previous
		* filesystem operation, for example that it does not exist, or is not a
		* link, or whether it has child entries.
		*/
		isUnknown() {
			return (this.#type & IFMT) === UNKNOWN;
		}
		isType(type) {
			return this[`is${type}`]();
		}
		getType() {
			return this.isUnknown() ? "Unknown" : this.isDirectory() ? "Directory" : this.isFile() ? "File" : this.isSymbolicLink() ? "SymbolicLink" : this.isFIFO() ? "FIFO" : this.isCharacterDevice() ? "CharacterDevice" : this.isBlockDevice() ? "BlockDevice" : /* c8 ignore start */ this.isSocket() ? "Socket" : "Unknown";
			/* c8 ignore stop */
		}
		/**
		* Is the Path a regular file?
		*/
		isFile() {
			return (this.#type & IFMT) === IFREG;
		}
		/**
		* Is the Path a directory?
		*/
		isDirectory() {
			return (this.#type & IFMT) === IFDIR;
		}
		/**
		* Is the path a character device?
		*/
		isCharacterDevice() {
			return (this.#type & IFMT) === IFCHR;
		}
		/**
		* Is the path a block device?
		*/
		isBlockDevice() {
			return (this.#type & IFMT) === IFBLK;
		}
		/**
		* Is the path a FIFO pipe?
		*/
		isFIFO() {
			return (this.#type & IFMT) === IFIFO;
		}
		/**
		* Is the path a socket?
		*/
		isSocket() {
			return (this.#type & IFMT) === IFSOCK;
		}
		/**
		* Is the path a symbolic link?
		*/
		isSymbolicLink() {
			return (this.#type & IFLNK) === IFLNK;
		}
		/**
		* Return the entry if it has been subject of a successful lstat, or
		* undefined otherwise.
		*
		* Does not read the filesystem, so an undefined result *could* simply
		* mean that we haven't called lstat on it.
		*/
		lstatCached() {
			return this.#type & LSTAT_CALLED ? this : void 0;
		}
		/**
		* Return the cached link target if the entry has been the subject of a
		* successful readlink, or undefined otherwise.
		*
		* Does not read the filesystem, so an undefined result *could* just mean we
		* don't have any cached data. Only use it if you are very sure that a
		* readlink() has been called at some point.
		*/
		readlinkCached() {
			return this.#linkTarget;
		}
		/**
		* Returns the cached realpath target if the entry has been the subject
		* of a successful realpath, or undefined otherwise.
		*
		* Does not read the filesystem, so an undefined result *could* just mean we
		* don't have any cached data. Only use it if you are very sure that a
		* realpath() has been called at some point.
		*/
		realpathCached() {
			return this.#realpath;
		}
		/**
		* Returns the cached child Path entries array if the entry has been the
		* subject of a successful readdir(), or [] otherwise.
		*
		* Does not read the filesystem, so an empty array *could* just mean we
		* don't have any cached data. Only use it if you are very sure that a
		* readdir() has been called recently enough to still be valid.
		*/
		readdirCached() {
			const children = this.children();
			return children.slice(0, children.provisional);
		}
		/**
		* Return true if it's worth trying to readlink.  Ie, we don't (yet) have
		* any indication that readlink will definitely fail.
		*
		* Returns false if the path is known to not be a symlink, if a previous
		* readlink failed, or if the entry does not exist.
		*/
		canReadlink() {
			if (this.#linkTarget) return true;
			if (!this.parent) return false;
			const ifmt = this.#type & IFMT;
			return !(ifmt !== UNKNOWN && ifmt !== IFLNK || this.#type & ENOREADLINK || this.#type & ENOENT);
		}
		/**
		* Return true if readdir has previously been successfully called on this
		* path, indicating that cachedReaddir() is likely valid.
		*/
		calledReaddir() {
			return !!(this.#type & READDIR_CALLED);
		}
		/**
		* Returns true if the path is known to not exist. That is, a previous lstat
		* or readdir failed to verify its existence when that would have been
		* expected, or a parent entry was marked either enoent or enotdir.
		*/
		isENOENT() {
			return !!(this.#type & ENOENT);
		}
		/**
		* Return true if the path is a match for the given path name.  This handles
		* case sensitivity and unicode normalization.
		*
		* Note: even on case-sensitive systems, it is **not** safe to test the
		* equality of the `.name` property to determine whether a given pathname
		* matches, due to unicode normalization mismatches.
		*
		* Always use this method instead of testing the `path.name` property
		* directly.
		*/
		isNamed(n) {
			return !this.nocase ? this.#matchName === normalize(n) : this.#matchName === normalizeNocase(n);
		}
		/**
		* Return the Path object corresponding to the target of a symbolic link.
		*
		* If the Path is not a symbolic link, or if the readlink call fails for any
		* reason, `undefined` is returned.
		*
		* Result is cached, and thus may be outdated if the filesystem is mutated.
		*/
		async readlink() {
			const target = this.#linkTarget;
			if (target) return target;
			if (!this.canReadlink()) return;
			/* c8 ignore start */
			if (!this.parent) return;
			/* c8 ignore stop */
			try {
				const read = await this.#fs.promises.readlink(this.fullpath());
				const linkTarget = (await this.parent.realpath())?.resolve(read);
				if (linkTarget) return this.#linkTarget = linkTarget;
			} catch (er) {
				this.#readlinkFail(er.code);
				return;
			}
		}
		/**
		* Synchronous {@link PathBase.readlink}
		*/
		readlinkSync() {
			const target = this.#linkTarget;
			if (target) return target;
			if (!this.canReadlink()) return;
			/* c8 ignore start */
			if (!this.parent) return;
			/* c8 ignore stop */
			try {
				const read = this.#fs.readlinkSync(this.fullpath());
				const linkTarget = this.parent.realpathSync()?.resolve(read);
				if (linkTarget) return this.#linkTarget = linkTarget;
			} catch (er) {
				this.#readlinkFail(er.code);
				return;
			}
		}
		#readdirSuccess(children) {
			this.#type |= READDIR_CALLED;
			for (let p = children.provisional; p < children.length; p++) {
				const c = children[p];
				if (c) c.#markENOENT();
			}
		}
		#markENOENT() {
			if (this.#type & ENOENT) return;
			this.#type = (this.#type | ENOENT) & IFMT_UNKNOWN;
			this.#markChildrenENOENT();
		}
		#markChildrenENOENT() {
			const children = this.children();
			children.provisional = 0;
			for (const p of children) p.#markENOENT();
		}
		#markENOREALPATH() {
			this.#type |= ENOREALPATH;
			this.#markENOTDIR();
		}
		#markENOTDIR() {
			/* c8 ignore start */
			if (this.#type & ENOTDIR) return;
			/* c8 ignore stop */
			let t = this.#type;
			if ((t & IFMT) === IFDIR) t &= IFMT_UNKNOWN;
			this.#type = t | ENOTDIR;
			this.#markChildrenENOENT();
		}
		#readdirFail(code = "") {
			if (code === "ENOTDIR" || code === "EPERM") this.#markENOTDIR();
			else if (code === "ENOENT") this.#markENOENT();
			else this.children().provisional = 0;
		}
		#lstatFail(code = "") {
			/* c8 ignore start */
			if (code === "ENOTDIR") this.parent.#markENOTDIR();
			else if (code === "ENOENT")
 /* c8 ignore stop */
			this.#markENOENT();
		}
		#readlinkFail(code = "") {
			let ter = this.#type;
			ter |= ENOREADLINK;
			if (code === "ENOENT") ter |= ENOENT;
			if (code === "EINVAL" || code === "UNKNOWN") ter &= IFMT_UNKNOWN;
			this.#type = ter;
			/* c8 ignore start */
			if (code === "ENOTDIR" && this.parent) this.parent.#markENOTDIR();
			/* c8 ignore stop */
		}
		#readdirAddChild(e, c) {
			return this.#readdirMaybePromoteChild(e, c) || this.#readdirAddNewChild(e, c);
		}
		#readdirAddNewChild(e, c) {
			const type = entToType(e);
			const child = this.newChild(e.name, type, { parent: this });
			const ifmt = child.#type & IFMT;
			if (ifmt !== IFDIR && ifmt !== IFLNK && ifmt !== UNKNOWN) child.#type |= ENOTDIR;
			c.unshift(child);
			c.provisional++;
			return child;
		}
		#readdirMaybePromoteChild(e, c) {
			for (let p = c.provisional; p < c.length; p++) {
				const pchild = c[p];
				if ((this.nocase ? normalizeNocase(e.name) : normalize(e.name)) !== pchild.#matchName) continue;
				return this.#readdirPromoteChild(e, pchild, p, c);
			}
		}
		#readdirPromoteChild(e, p, index, c) {
			const v = p.name;
			p.#type = p.#type & IFMT_UNKNOWN | entToType(e);
			if (v !== e.name) p.name = e.name;
			if (index !== c.provisional) {
				if (index === c.length - 1) c.pop();
				else c.splice(index, 1);
				c.unshift(p);
			}
			c.provisional++;
			return p;
		}
		/**
		* Call lstat() on this Path, and update all known information that can be
		* determined.
		*
		* Note that unlike `fs.lstat()`, the returned value does not contain some
		* information, such as `mode`, `dev`, `nlink`, and `ino`.  If that
		* information is required, you will need to call `fs.lstat` yourself.
		*
		* If the Path refers to a nonexistent file, or if the lstat call fails for
		* any reason, `undefined` is returned.  Otherwise the updated Path object is
		* returned.
		*
		* Results are cached, and thus may be out of date if the filesystem is
		* mutated.
		*/
		async lstat() {
			if ((this.#type & ENOENT) === 0) try {
				this.#applyStat(await this.#fs.promises.lstat(this.fullpath()));
				return this;
			} catch (er) {
				this.#lstatFail(er.code);
			}
		}
		/**
		* synchronous {@link PathBase.lstat}
		*/
		lstatSync() {
			if ((this.#type & ENOENT) === 0) try {
				this.#applyStat(this.#fs.lstatSync(this.fullpath()));
				return this;
			} catch (er) {
				this.#lstatFail(er.code);
			}
		}
		#applyStat(st) {
			const { atime, atimeMs, birthtime, birthtimeMs, blksize, blocks, ctime, ctimeMs, dev, gid, ino, mode, mtime, mtimeMs, nlink, rdev, size, uid } = st;
			this.#atime = atime;
			this.#atimeMs = atimeMs;
			this.#birthtime = birthtime;
			this.#birthtimeMs = birthtimeMs;
			this.#blksize = blksize;
			this.#blocks = blocks;
			this.#ctime = ctime;
			this.#ctimeMs = ctimeMs;
			this.#dev = dev;
			this.#gid = gid;
			this.#ino = ino;
			this.#mode = mode;
			this.#mtime = mtime;
			this.#mtimeMs = mtimeMs;
			this.#nlink = nlink;
			this.#rdev = rdev;
			this.#size = size;
			this.#uid = uid;
			const ifmt = entToType(st);
			this.#type = this.#type & IFMT_UNKNOWN | ifmt | LSTAT_CALLED;
			if (ifmt !== UNKNOWN && ifmt !== IFDIR && ifmt !== IFLNK) this.#type |= ENOTDIR;
		}
		#onReaddirCB = [];
		#readdirCBInFlight = false;
		#callOnReaddirCB(children) {
			this.#readdirCBInFlight = false;
			const cbs = this.#onReaddirCB.slice();
			this.#onReaddirCB.length = 0;
			cbs.forEach((cb) => cb(null, children));
		}
		/**
		* Standard node-style callback interface to get list of directory entries.
		*
		* If the Path cannot or does not contain any children, then an empty array
		* is returned.
		*
		* Results are cached, and thus may be out of date if the filesystem is
		* mutated.
		*
		* @param cb The callback called with (er, entries).  Note that the `er`
		* param is somewhat extraneous, as all readdir() errors are handled and
		* simply result in an empty set of entries being returned.
		* @param allowZalgo Boolean indicating that immediately known results should
		* *not* be deferred with `queueMicrotask`. Defaults to `false`. Release
		* zalgo at your peril, the dark pony lord is devious and unforgiving.
		*/
		readdirCB(cb, allowZalgo = false) {
			if (!this.canReaddir()) {
				if (allowZalgo) cb(null, []);
				else queueMicrotask(() => cb(null, []));
				return;
			}
			const children = this.children();
			if (this.calledReaddir()) {
				const c = children.slice(0, children.provisional);
				if (allowZalgo) cb(null, c);
				else queueMicrotask(() => cb(null, c));
				return;
			}
			this.#onReaddirCB.push(cb);
			if (this.#readdirCBInFlight) return;
			this.#readdirCBInFlight = true;
			const fullpath = this.fullpath();
			this.#fs.readdir(fullpath, { withFileTypes: true }, (er, entries) => {
				if (er) {
					this.#readdirFail(er.code);
					children.provisional = 0;
				} else {
					for (const e of entries) this.#readdirAddChild(e, children);
					this.#readdirSuccess(children);
				}
				this.#callOnReaddirCB(children.slice(0, children.provisional));
			});
		}
		#asyncReaddirInFlight;
		/**
		* Return an array of known child entries.
		*
		* If the Path cannot or does not contain any children, then an empty array
		* is returned.
		*
		* Results are cached, and thus may be out of date if the filesystem is
		* mutated.
		*/
		async readdir() {
			if (!this.canReaddir()) return [];
			const children = this.children();
			if (this.calledReaddir()) return children.slice(0, children.provisional);
			const fullpath = this.fullpath();
			if (this.#asyncReaddirInFlight) await this.#asyncReaddirInFlight;
			else {
				/* c8 ignore start */
				let resolve = () => {};
				/* c8 ignore stop */
				this.#asyncReaddirInFlight = new Promise((res) => resolve = res);
				try {
					for (const e of await this.#fs.promises.readdir(fullpath, { withFileTypes: true })) this.#readdirAddChild(e, children);
					this.#readdirSuccess(children);
				} catch (er) {
					this.#readdirFail(er.code);
					children.provisional = 0;
				}
				this.#asyncReaddirInFlight = void 0;
				resolve();
			}
			return children.slice(0, children.provisional);
		}
		/**
		* synchronous {@link PathBase.readdir}
		*/
		readdirSync() {
			if (!this.canReaddir()) return [];
			const children = this.children();
			if (this.calledReaddir()) return children.slice(0, children.provisional);
			const fullpath = this.fullpath();
			try {
				for (const e of this.#fs.readdirSync(fullpath, { withFileTypes: true })) this.#readdirAddChild(e, children);
				this.#readdirSuccess(children);
			} catch (er) {
				this.#readdirFail(er.code);
				children.provisional = 0;
			}
			return children.slice(0, children.provisional);
		}
		canReaddir() {
			if (this.#type & ENOCHILD) return false;
			const ifmt = IFMT & this.#type;
			/* c8 ignore start */
			if (!(ifmt === UNKNOWN || ifmt === IFDIR || ifmt === IFLNK)) return false;
			/* c8 ignore stop */
			return true;
		}
		shouldWalk(dirs, walkFilter) {
			return (this.#type & IFDIR) === IFDIR && !(this.#type & ENOCHILD) && !dirs.has(this) && (!walkFilter || walkFilter(this));
		}
		/**
		* Return the Path object corresponding to path as resolved
		* by realpath(3).
		*
		* If the realpath call fails for any reason, `undefined` is returned.
		*
		* Result is cached, and thus may be outdated if the filesystem is mutated.
		* On success, returns a Path object.
		*/
		async realpath() {
			if (this.#realpath) return this.#realpath;
			if (896 & this.#type) return void 0;
			try {
				const rp = await this.#fs.promises.realpath(this.fullpath());
				return this.#realpath = this.resolve(rp);
			} catch (_) {
				this.#markENOREALPATH();
			}
		}
		/**
		* Synchronous {@link realpath}
		*/
		realpathSync() {
			if (this.#realpath) return this.#realpath;
			if (896 & this.#type) return void 0;
			try {
				const rp = this.#fs.realpathSync(this.fullpath());
				return this.#realpath = this.resolve(rp);
			} catch (_) {
				this.#markENOREALPATH();
			}
		}
		/**
		* Internal method to mark this Path object as the scurry cwd,
		* called by {@link PathScurry#chdir}
		*
		* @internal
		*/
		[setAsCwd](oldCwd) {
			if (oldCwd === this) return;
			oldCwd.isCWD = false;
			this.isCWD = true;
			const changed = /* @__PURE__ */ new Set([]);
			let rp = [];
			let p = this;
			while (p && p.parent) {
				changed.add(p);
				p.#relative = rp.join(this.sep);
				p.#relativePosix = rp.join("/");
				p = p.parent;
				rp.push("..");
			}
			p = oldCwd;
			while (p && p.parent && !changed.has(p)) {
				p.#relative = void 0;
				p.#relativePosix = void 0;
				p = p.parent;
			}
		}
	};
	exports.PathBase = PathBase;
	/**
	* Path class used on win32 systems
	*
	* Uses `'\\'` as the path separator for returned paths, either `'\\'` or `'/'`
	* as the path separator for parsing paths.
	*/
	var PathWin32 = class PathWin32 extends PathBase {
		/**
		* Separator for generating path strings.
		*/
		sep = "\\";
		/**
		* Separator for parsing path strings.
		*/
		splitSep = eitherSep;
		/**
		* Do not create new Path objects directly.  They should always be accessed
		* via the PathScurry class or other methods on the Path class.
		*
		* @internal
		*/
		constructor(name, type = UNKNOWN, root, roots, nocase, children, opts) {
			super(name, type, root, roots, nocase, children, opts);
		}
		/**
		* @internal
		*/
		newChild(name, type = UNKNOWN, opts = {}) {
			return new PathWin32(name, type, this.root, this.roots, this.nocase, this.childrenCache(), opts);
		}
		/**
		* @internal
		*/
		getRootString(path) {
			return node_path_1.win32.parse(path).root;
		}
		/**
		* @internal
		*/
		getRoot(rootPath) {
			rootPath = uncToDrive(rootPath.toUpperCase());
			if (rootPath === this.root.name) return this.root;
			for (const [compare, root] of Object.entries(this.roots)) if (this.sameRoot(rootPath, compare)) return this.roots[rootPath] = root;
			return this.roots[rootPath] = new PathScurryWin32(rootPath, this).root;
		}
		/**
		* @internal
		*/
		sameRoot(rootPath, compare = this.root.name) {
			rootPath = rootPath.toUpperCase().replace(/\//g, "\\").replace(uncDriveRegexp, "$1\\");
			return rootPath === compare;
		}
	};
	exports.PathWin32 = PathWin32;
	/**
	* Path class used on all posix systems.
	*
	* Uses `'/'` as the path separator.
	*/
	var PathPosix = class PathPosix extends PathBase {
		/**
		* separator for parsing path strings
		*/
		splitSep = "/";
		/**
		* separator for generating path strings
		*/
		sep = "/";
		/**
		* Do not create new Path objects directly.  They should always be accessed
		* via the PathScurry class or other methods on the Path class.
		*
		* @internal
		*/
		constructor(name, type = UNKNOWN, root, roots, nocase, children, opts) {
			super(name, type, root, roots, nocase, children, opts);
		}
		/**
		* @internal
		*/
		getRootString(path) {
			return path.startsWith("/") ? "/" : "";
		}
		/**
		* @internal
		*/
		getRoot(_rootPath) {
			return this.root;
		}
		/**
		* @internal
		*/
		newChild(name, type = UNKNOWN, opts = {}) {
			return new PathPosix(name, type, this.root, this.roots, this.nocase, this.childrenCache(), opts);
		}
	};
	exports.PathPosix = PathPosix;
	/**
	* The base class for all PathScurry classes, providing the interface for path
	* resolution and filesystem operations.
	*
	* Typically, you should *not* instantiate this class directly, but rather one
	* of the platform-specific classes, or the exported {@link PathScurry} which
	* defaults to the current platform.
	*/
	var PathScurryBase = class {
		/**
		* The root Path entry for the current working directory of this Scurry
		*/
		root;
		/**
		* The string path for the root of this Scurry's current working directory
		*/
		rootPath;
		/**
		* A collection of all roots encountered, referenced by rootPath
		*/
		roots;
		/**
		* The Path entry corresponding to this PathScurry's current working directory.
		*/
		cwd;
		#resolveCache;
		#resolvePosixCache;
		#children;
		/**
		* Perform path comparisons case-insensitively.
		*
		* Defaults true on Darwin and Windows systems, false elsewhere.
		*/
		nocase;
		#fs;
		/**
		* This class should not be instantiated directly.
		*
		* Use PathScurryWin32, PathScurryDarwin, PathScurryPosix, or PathScurry
		*
		* @internal
		*/
		constructor(cwd = process.cwd(), pathImpl, sep, { nocase, childrenCacheSize = 16384, fs = defaultFS } = {}) {
			this.#fs = fsFromOption(fs);
			if (cwd instanceof URL || cwd.startsWith("file://")) cwd = (0, node_url_1.fileURLToPath)(cwd);
			const cwdPath = pathImpl.resolve(cwd);
			this.roots = Object.create(null);
			this.rootPath = this.parseRootPath(cwdPath);
			this.#resolveCache = new ResolveCache();
			this.#resolvePosixCache = new ResolveCache();
			this.#children = new ChildrenCache(childrenCacheSize);
			const split = cwdPath.substring(this.rootPath.length).split(sep);
			if (split.length === 1 && !split[0]) split.pop();
			/* c8 ignore start */
			if (nocase === void 0) throw new TypeError("must provide nocase setting to PathScurryBase ctor");
			/* c8 ignore stop */
			this.nocase = nocase;
			this.root = this.newRoot(this.#fs);
			this.roots[this.rootPath] = this.root;
			let prev = this.root;
			let len = split.length - 1;
			const joinSep = pathImpl.sep;
			let abs = this.rootPath;
			let sawFirst = false;
			for (const part of split) {
				const l = len--;
				prev = prev.child(part, {
					relative: new Array(l).fill("..").join(joinSep),
					relativePosix: new Array(l).fill("..").join("/"),
					fullpath: abs += (sawFirst ? "" : joinSep) + part
				});
				sawFirst = true;
			}
			this.cwd = prev;
		}
		/**
		* Get the depth of a provided path, string, or the cwd
		*/
		depth(path = this.cwd) {
			if (typeof path === "string") path = this.cwd.resolve(path);
			return path.depth();
		}
		/**
		* Return the cache of child entries.  Exposed so subclasses can create
		* child Path objects in a platform-specific way.
		*
		* @internal
		*/
		childrenCache() {
			return this.#children;
		}
		/**
		* Resolve one or more path strings to a resolved string
		*
		* Same interface as require('path').resolve.
		*
		* Much faster than path.resolve() when called multiple times for the same
		* path, because the resolved Path objects are cached.  Much slower
		* otherwise.
		*/
		resolve(...paths) {
			let r = "";
			for (let i = paths.length - 1; i >= 0; i--) {
				const p = paths[i];
				if (!p || p === ".") continue;
				r = r ? `${p}/${r}` : p;
				if (this.isAbsolute(p)) break;
			}
			const cached = this.#resolveCache.get(r);
			if (cached !== void 0) return cached;
			const result = this.cwd.resolve(r).fullpath();
			this.#resolveCache.set(r, result);
			return result;
		}
		/**
		* Resolve one or more path strings to a resolved string, returning
		* the posix path.  Identical to .resolve() on posix systems, but on
		* windows will return a forward-slash separated UNC path.
		*
		* Same interface as require('path').resolve.
		*
		* Much faster than path.resolve() when called multiple times for the same
		* path, because the resolved Path objects are cached.  Much slower
		* otherwise.
		*/
		resolvePosix(...paths) {
			let r = "";
			for (let i = paths.length - 1; i >= 0; i--) {
				const p = paths[i];
				if (!p || p === ".") continue;
				r = r ? `${p}/${r}` : p;
				if (this.isAbsolute(p)) break;
			}
			const cached = this.#resolvePosixCache.get(r);
			if (cached !== void 0) return cached;
			const result = this.cwd.resolve(r).fullpathPosix();
			this.#resolvePosixCache.set(r, result);
			return result;
		}
		/**
		* find the relative path from the cwd to the supplied path string or entry
		*/
		relative(entry = this.cwd) {
			if (typeof entry === "string") entry = this.cwd.resolve(entry);
			return entry.relative();
		}
		/**
		* find the relative path from the cwd to the supplied path string or
		* entry, using / as the path delimiter, even on Windows.
		*/
		relativePosix(entry = this.cwd) {
			if (typeof entry === "string") entry = this.cwd.resolve(entry);
			return entry.relativePosix();
		}
		/**
		* Return the basename for the provided string or Path object
		*/
		basename(entry = this.cwd) {
			if (typeof entry === "string") entry = this.cwd.resolve(entry);
			return entry.name;
		}
		/**
		* Return the dirname for the provided string or Path object
		*/
		dirname(entry = this.cwd) {
			if (typeof entry === "string") entry = this.cwd.resolve(entry);
			return (entry.parent || entry).fullpath();
		}
		async readdir(entry = this.cwd, opts = { withFileTypes: true }) {
			if (typeof entry === "string") entry = this.cwd.resolve(entry);
			else if (!(entry instanceof PathBase)) {
				opts = entry;
				entry = this.cwd;
			}
			const { withFileTypes } = opts;
			if (!entry.canReaddir()) return [];
			else {
				const p = await entry.readdir();
				return withFileTypes ? p : p.map((e) => e.name);
			}
		}
		readdirSync(entry = this.cwd, opts = { withFileTypes: true }) {
			if (typeof entry === "string") entry = this.cwd.resolve(entry);
			else if (!(entry instanceof PathBase)) {
				opts = entry;
				entry = this.cwd;
			}
			const { withFileTypes = true } = opts;
			if (!entry.canReaddir()) return [];
			else if (withFileTypes) return entry.readdirSync();
			else return entry.readdirSync().map((e) => e.name);
		}
		/**
		* Call lstat() on the string or Path object, and update all known
		* information that can be determined.
		*
		* Note that unlike `fs.lstat()`, the returned value does not contain some
		* information, such as `mode`, `dev`, `nlink`, and `ino`.  If that
		* information is required, you will need to call `fs.lstat` yourself.
		*
		* If the Path refers to a nonexistent file, or if the lstat call fails for
		* any reason, `undefined` is returned.  Otherwise the updated Path object is
		* returned.
		*
		* Results are cached, and thus may be out of date if the filesystem is
		* mutated.
		*/
		async lstat(entry = this.cwd) {
			if (typeof entry === "string") entry = this.cwd.resolve(entry);
			return entry.lstat();
		}
		/**
		* synchronous {@link PathScurryBase.lstat}
		*/
		lstatSync(entry = this.cwd) {
			if (typeof entry === "string") entry = this.cwd.resolve(entry);
			return entry.lstatSync();
		}
		async readlink(entry = this.cwd, { withFileTypes } = { withFileTypes: false }) {
			if (typeof entry === "string") entry = this.cwd.resolve(entry);
			else if (!(entry instanceof PathBase)) {
				withFileTypes = entry.withFileTypes;
				entry = this.cwd;
			}
			const e = await entry.readlink();
			return withFileTypes ? e : e?.fullpath();
		}
		readlinkSync(entry = this.cwd, { withFileTypes } = { withFileTypes: false }) {
			if (typeof entry === "string") entry = this.cwd.resolve(entry);
			else if (!(entry instanceof PathBase)) {
				withFileTypes = entry.withFileTypes;
				entry = this.cwd;
			}
			const e = entry.readlinkSync();
			return withFileTypes ? e : e?.fullpath();
		}
		async realpath(entry = this.cwd, { withFileTypes } = { withFileTypes: false }) {
			if (typeof entry === "string") entry = this.cwd.resolve(entry);
			else if (!(entry instanceof PathBase)) {
				withFileTypes = entry.withFileTypes;
				entry = this.cwd;
			}
			const e = await entry.realpath();
			return withFileTypes ? e : e?.fullpath();
		}
		realpathSync(entry = this.cwd, { withFileTypes } = { withFileTypes: false }) {
			if (typeof entry === "string") entry = this.cwd.resolve(entry);
			else if (!(entry instanceof PathBase)) {
				withFileTypes = entry.withFileTypes;
				entry = this.cwd;
			}
			const e = entry.realpathSync();
			return withFileTypes ? e : e?.fullpath();
		}
		async walk(entry = this.cwd, opts = {}) {
			if (typeof entry === "string") entry = this.cwd.resolve(entry);
			else if (!(entry instanceof PathBase)) {
				opts = entry;
				entry = this.cwd;
			}
			const { withFileTypes = true, follow = false, filter, walkFilter } = opts;
			const results = [];
			if (!filter || filter(entry)) results.push(withFileTypes ? entry : entry.fullpath());
			const dirs = /* @__PURE__ */ new Set();
			const walk = (dir, cb) => {
				dirs.add(dir);
				dir.readdirCB((er, entries) => {
					/* c8 ignore start */
					if (er) return cb(er);
					/* c8 ignore stop */
					let len = entries.length;
					if (!len) return cb();
					const next = () => {
						if (--len === 0) cb();
					};
					for (const e of entries) {
						if (!filter || filter(e)) results.push(withFileTypes ? e : e.fullpath());
						if (follow && e.isSymbolicLink()) e.realpath().then((r) => r?.isUnknown() ? r.lstat() : r).then((r) => r?.shouldWalk(dirs, walkFilter) ? walk(r, next) : next());
						else if (e.shouldWalk(dirs, walkFilter)) walk(e, next);
						else next();
					}
				}, true);
			};
			const start = entry;
			return new Promise((res, rej) => {
				walk(start, (er) => {
					/* c8 ignore start */
					if (er) return rej(er);
					/* c8 ignore stop */
					res(results);
				});
			});
		}
		walkSync(entry = this.cwd, opts = {}) {
			if (typeof entry === "string") entry = this.cwd.resolve(entry);
			else if (!(entry instanceof PathBase)) {
				opts = entry;
				entry = this.cwd;
			}
			const { withFileTypes = true, follow = false, filter, walkFilter } = opts;
			const results = [];
			if (!filter || filter(entry)) results.push(withFileTypes ? entry : entry.fullpath());
			const dirs = /* @__PURE__ */ new Set([entry]);
			for (const dir of dirs) {
				const entries = dir.readdirSync();
				for (const e of entries) {
					if (!filter || filter(e)) results.push(withFileTypes ? e : e.fullpath());
					let r = e;
					if (e.isSymbolicLink()) {
						if (!(follow && (r = e.realpathSync()))) continue;
						if (r.isUnknown()) r.lstatSync();
					}
					if (r.shouldWalk(dirs, walkFilter)) dirs.add(r);
				}
			}
			return results;
		}
		/**
		* Support for `for await`
		*
		* Alias for {@link PathScurryBase.iterate}
		*
		* Note: As of Node 19, this is very slow, compared to other methods of
		* walking.  Consider using {@link PathScurryBase.stream} if memory overhead
		* and backpressure are concerns, or {@link PathScurryBase.walk} if not.
		*/
		[Symbol.asyncIterator]() {
			return this.iterate();
		}
		iterate(entry = this.cwd, options = {}) {
			if (typeof entry === "string") entry = this.cwd.resolve(entry);
			else if (!(entry instanceof PathBase)) {
				options = entry;
				entry = this.cwd;
			}
			return this.stream(entry, options)[Symbol.asyncIterator]();
		}
		/**
		* Iterating over a PathScurry performs a synchronous walk.
		*
		* Alias for {@link PathScurryBase.iterateSync}
		*/
		[Symbol.iterator]() {
			return this.iterateSync();
		}
		*iterateSync(entry = this.cwd, opts = {}) {
			if (typeof entry === "string") entry = this.cwd.resolve(entry);
			else if (!(entry instanceof PathBase)) {
				opts = entry;
				entry = this.cwd;
			}
			const { withFileTypes = true, follow = false, filter, walkFilter } = opts;
			if (!filter || filter(entry)) yield withFileTypes ? entry : entry.fullpath();
			const dirs = /* @__PURE__ */ new Set([entry]);
			for (const dir of dirs) {
				const entries = dir.readdirSync();
				for (const e of entries) {
					if (!filter || filter(e)) yield withFileTypes ? e : e.fullpath();
					let r = e;
					if (e.isSymbolicLink()) {
						if (!(follow && (r = e.realpathSync()))) continue;
						if (r.isUnknown()) r.lstatSync();
					}
					if (r.shouldWalk(dirs, walkFilter)) dirs.add(r);
				}
			}
		}
		stream(entry = this.cwd, opts = {}) {
			if (typeof entry === "string") entry = this.cwd.resolve(entry);
			else if (!(entry instanceof PathBase)) {
				opts = entry;
				entry = this.cwd;
			}
			const { withFileTypes = true, follow = false, filter, walkFilter } = opts;
			const results = new minipass_1.Minipass({ objectMode: true });
			if (!filter || filter(entry)) results.write(withFileTypes ? entry : entry.fullpath());
			const dirs = /* @__PURE__ */ new Set();
			const queue = [entry];
			let processing = 0;
			const process = () => {
				let paused = false;
				while (!paused) {
					const dir = queue.shift();
					if (!dir) {
						if (processing === 0) results.end();
						return;
					}
					processing++;
					dirs.add(dir);
					const onReaddir = (er, entries, didRealpaths = false) => {
						/* c8 ignore start */
						if (er) return results.emit("error", er);
						/* c8 ignore stop */
						if (follow && !didRealpaths) {
							const promises = [];
							for (const e of entries) if (e.isSymbolicLink()) promises.push(e.realpath().then((r) => r?.isUnknown() ? r.lstat() : r));
							if (promises.length) {
								Promise.all(promises).then(() => onReaddir(null, entries, true));
								return;
							}
						}
						for (const e of entries) if (e && (!filter || filter(e))) {
							if (!results.write(withFileTypes ? e : e.fullpath())) paused = true;
						}
						processing--;
						for (const e of entries) {
							const r = e.realpathCached() || e;
							if (r.shouldWalk(dirs, walkFilter)) queue.push(r);
						}
						if (paused && !results.flowing) results.once("drain", process);
						else if (!sync) process();
					};
					let sync = true;
					dir.readdirCB(onReaddir, true);
					sync = false;
				}
			};
			process();
			return results;
		}
		streamSync(entry = this.cwd, opts = {}) {
			if (typeof entry === "string") entry = this.cwd.resolve(entry);
			else if (!(entry instanceof PathBase)) {
				opts = entry;
				entry = this.cwd;
			}
			const { withFileTypes = true, follow = false, filter, walkFilter } = opts;
			const results = new minipass_1.Minipass({ objectMode: true });
			const dirs = /* @__PURE__ */ new Set();
			if (!filter || filter(entry)) results.write(withFileTypes ? entry : entry.fullpath());
			const queue = [entry];
			let processing = 0;
			const process = () => {
				let paused = false;
				while (!paused) {
					const dir = queue.shift();
					if (!dir) {
						if (processing === 0) results.end();
						return;
					}
					processing++;
					dirs.add(dir);
					const entries = dir.readdirSync();
					for (const e of entries) if (!filter || filter(e)) {
						if (!results.write(withFileTypes ? e : e.fullpath())) paused = true;
					}
					processing--;
					for (const e of entries) {
						let r = e;
						if (e.isSymbolicLink()) {
							if (!(follow && (r = e.realpathSync()))) continue;
							if (r.isUnknown()) r.lstatSync();
						}
						if (r.shouldWalk(dirs, walkFilter)) queue.push(r);
					}
				}
				if (paused && !results.flowing) results.once("drain", process);
			};
			process();
			return results;
		}
		chdir(path = this.cwd) {
			const oldCwd = this.cwd;
			this.cwd = typeof path === "string" ? this.cwd.resolve(path) : path;
			this.cwd[setAsCwd](oldCwd);
		}
	};
	exports.PathScurryBase = PathScurryBase;
	/**
	* Windows implementation of {@link PathScurryBase}
	*
	* Defaults to case insensitve, uses `'\\'` to generate path strings.  Uses
	* {@link PathWin32} for Path objects.
	*/
	var PathScurryWin32 = class extends PathScurryBase {
		/**
		* separator for generating path strings
		*/
		sep = "\\";
		constructor(cwd = process.cwd(), opts = {}) {
			const { nocase = true } = opts;
			super(cwd, node_path_1.win32, "\\", {
				...opts,
				nocase
			});
			this.nocase = nocase;
			for (let p = this.cwd; p; p = p.parent) p.nocase = this.nocase;
		}
		/**
		* @internal
		*/
		parseRootPath(dir) {
			return node_path_1.win32.parse(dir).root.toUpperCase();
		}
		/**
		* @internal
		*/
		newRoot(fs) {
			return new PathWin32(this.rootPath, IFDIR, void 0, this.roots, this.nocase, this.childrenCache(), { fs });
		}
		/**
		* Return true if the provided path string is an absolute path
		*/
		isAbsolute(p) {
			return p.startsWith("/") || p.startsWith("\\") || /^[a-z]:(\/|\\)/i.test(p);
		}
	};
	exports.PathScurryWin32 = PathScurryWin32;
	/**
	* {@link PathScurryBase} implementation for all posix systems other than Darwin.
	*
	* Defaults to case-sensitive matching, uses `'/'` to generate path strings.
	*
	* Uses {@link PathPosix} for Path objects.
	*/
	var PathScurryPosix = class extends PathScurryBase {
		/**
		* separator for generating path strings
		*/
		sep = "/";
		constructor(cwd = process.cwd(), opts = {}) {
			const { nocase = false } = opts;
			super(cwd, node_path_1.posix, "/", {
				...opts,
				nocase
			});
			this.nocase = nocase;
		}
		/**
		* @internal
		*/
		parseRootPath(_dir) {
			return "/";
		}
		/**
		* @internal
		*/
		newRoot(fs) {
			return new PathPosix(this.rootPath, IFDIR, void 0, this.roots, this.nocase, this.childrenCache(), { fs });
		}
		/**
		* Return true if the provided path string is an absolute path
		*/
		isAbsolute(p) {
			return p.startsWith("/");
		}
	};
	exports.PathScurryPosix = PathScurryPosix;
	/**
	* {@link PathScurryBase} implementation for Darwin (macOS) systems.
	*
	* Defaults to case-insensitive matching, uses `'/'` for generating path
	* strings.
	*
	* Uses {@link PathPosix} for Path objects.
	*/
	var PathScurryDarwin = class extends PathScurryPosix {
		constructor(cwd = process.cwd(), opts = {}) {
			const { nocase = true } = opts;
			super(cwd, {
				...opts,
				nocase
			});
		}
	};
	exports.PathScurryDarwin = PathScurryDarwin;
	/**
	* Default {@link PathBase} implementation for the current platform.
	*
	* {@link PathWin32} on Windows systems, {@link PathPosix} on all others.
	*/
	exports.Path = process.platform === "win32" ? PathWin32 : PathPosix;
	/**
	* Default {@link PathScurryBase} implementation for the current platform.
	*
	* {@link PathScurryWin32} on Windows systems, {@link PathScurryDarwin} on
	* Darwin (macOS) systems, {@link PathScurryPosix} on all others.
	*/
	exports.PathScurry = process.platform === "win32" ? PathScurryWin32 : process.platform === "darwin" ? PathScurryDarwin : PathScurryPosix;
}));
// node_modules/glob/dist/commonjs/pattern.js
var require_pattern = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.Pattern = void 0;
	const minimatch_1 = require_commonjs$4();
	const isPatternList = (pl) => pl.length >= 1;
	const isGlobList = (gl) => gl.length >= 1;
	exports.Pattern = class Pattern {
		#patternList;
		#globList;
		#index;
		length;
		#platform;
		#rest;
		#globString;
		#isDrive;
		#isUNC;
		#isAbsolute;
		#followGlobstar = true;
		constructor(patternList, globList, index, platform) {
			if (!isPatternList(patternList)) throw new TypeError("empty pattern list");
			if (!isGlobList(globList)) throw new TypeError("empty glob list");
			if (globList.length !== patternList.length) throw new TypeError("mismatched pattern list and glob list lengths");
			this.length = patternList.length;
			if (index < 0 || index >= this.length) throw new TypeError("index out of range");
			this.#patternList = patternList;
			this.#globList = globList;
			this.#index = index;
			this.#platform = platform;
			if (this.#index === 0) {
				if (this.isUNC()) {
					const [p0, p1, p2, p3, ...prest] = this.#patternList;
					const [g0, g1, g2, g3, ...grest] = this.#globList;
					if (prest[0] === "") {
						prest.shift();
						grest.shift();
					}
					const p = [
						p0,
						p1,
						p2,
						p3,
						""
					].join("/");
					const g = [
						g0,
						g1,
						g2,
						g3,
						""
					].join("/");
					this.#patternList = [p, ...prest];
					this.#globList = [g, ...grest];
					this.length = this.#patternList.length;
				} else if (this.isDrive() || this.isAbsolute()) {
					const [p1, ...prest] = this.#patternList;
					const [g1, ...grest] = this.#globList;
					if (prest[0] === "") {
						prest.shift();
						grest.shift();
					}
					const p = p1 + "/";
					const g = g1 + "/";
					this.#patternList = [p, ...prest];
					this.#globList = [g, ...grest];
					this.length = this.#patternList.length;
				}
			}
		}
		/**
		* The first entry in the parsed list of patterns
		*/
		pattern() {
			return this.#patternList[this.#index];
		}
		/**
		* true of if pattern() returns a string
		*/
		isString() {
			return typeof this.#patternList[this.#index] === "string";
		}
		/**
		* true of if pattern() returns GLOBSTAR
		*/
		isGlobstar() {
			return this.#patternList[this.#index] === minimatch_1.GLOBSTAR;
		}
		/**
		* true if pattern() returns a regexp
		*/
		isRegExp() {
			return this.#patternList[this.#index] instanceof RegExp;
		}
		/**
		* The /-joined set of glob parts that make up this pattern
		*/
		globString() {
			return this.#globString = this.#globString || (this.#index === 0 ? this.isAbsolute() ? this.#globList[0] + this.#globList.slice(1).join("/") : this.#globList.join("/") : this.#globList.slice(this.#index).join("/"));
		}
		/**
		* true if there are more pattern parts after this one
		*/
		hasMore() {
			return this.length > this.#index + 1;
		}
		/**
		* The rest of the pattern after this part, or null if this is the end
		*/
		rest() {
			if (this.#rest !== void 0) return this.#rest;
			if (!this.hasMore()) return this.#rest = null;
			this.#rest = new Pattern(this.#patternList, this.#globList, this.#index + 1, this.#platform);
			this.#rest.#isAbsolute = this.#isAbsolute;
			this.#rest.#isUNC = this.#isUNC;
			this.#rest.#isDrive = this.#isDrive;
			return this.#rest;
		}
		/**
		* true if the pattern represents a //unc/path/ on windows
		*/
		isUNC() {
			const pl = this.#patternList;
			return this.#isUNC !== void 0 ? this.#isUNC : this.#isUNC = this.#platform === "win32" && this.#index === 0 && pl[0] === "" && pl[1] === "" && typeof pl[2] === "string" && !!pl[2] && typeof pl[3] === "string" && !!pl[3];
		}
		/**
		* True if the pattern starts with a drive letter on Windows
		*/
		isDrive() {
			const pl = this.#patternList;
			return this.#isDrive !== void 0 ? this.#isDrive : this.#isDrive = this.#platform === "win32" && this.#index === 0 && this.length > 1 && typeof pl[0] === "string" && /^[a-z]:$/i.test(pl[0]);
		}
		/**
		* True if the pattern is rooted on an absolute path
		*/
		isAbsolute() {
			const pl = this.#patternList;
			return this.#isAbsolute !== void 0 ? this.#isAbsolute : this.#isAbsolute = pl[0] === "" && pl.length > 1 || this.isDrive() || this.isUNC();
		}
		/**
		* consume the root of the pattern, and return it
		*/
		root() {
			const p = this.#patternList[0];
			return typeof p === "string" && this.isAbsolute() && this.#index === 0 ? p : "";
		}
		/**
		* Check to see if the current globstar pattern is allowed to follow
		* a symbolic link.
		*/
		checkFollowGlobstar() {
			return !(this.#index === 0 || !this.isGlobstar() || !this.#followGlobstar);
		}
		/**
		* Mark that the current globstar pattern is following a symbolic link
		*/
		markFollowGlobstar() {
			if (this.#index === 0 || !this.isGlobstar() || !this.#followGlobstar) return false;
			this.#followGlobstar = false;
			return true;
		}
	};
}));
// node_modules/glob/dist/commonjs/ignore.js
var require_ignore = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.Ignore = void 0;
	const minimatch_1 = require_commonjs$4();
	const pattern_js_1 = require_pattern();
	const defaultPlatform = typeof process === "object" && process && typeof process.platform === "string" ? process.platform : "linux";
	/**
	* Class used to process ignored patterns
	*/
	var Ignore = class {
		relative;
		relativeChildren;
		absolute;
		absoluteChildren;
		platform;
		mmopts;
		constructor(ignored, { nobrace, nocase, noext, noglobstar, platform = defaultPlatform }) {
			this.relative = [];
			this.absolute = [];
			this.relativeChildren = [];
			this.absoluteChildren = [];
			this.platform = platform;
			this.mmopts = {
				dot: true,
				nobrace,
				nocase,
				noext,
				noglobstar,
				optimizationLevel: 2,
				platform,
				nocomment: true,
				nonegate: true
			};
			for (const ign of ignored) this.add(ign);
		}
		add(ign) {
			const mm = new minimatch_1.Minimatch(ign, this.mmopts);
			for (let i = 0; i < mm.set.length; i++) {
				const parsed = mm.set[i];
				const globParts = mm.globParts[i];
				/* c8 ignore start */
				if (!parsed || !globParts) throw new Error("invalid pattern object");
				while (parsed[0] === "." && globParts[0] === ".") {
					parsed.shift();
					globParts.shift();
				}
				/* c8 ignore stop */
				const p = new pattern_js_1.Pattern(parsed, globParts, 0, this.platform);
				const m = new minimatch_1.Minimatch(p.globString(), this.mmopts);
				const children = globParts[globParts.length - 1] === "**";
				const absolute = p.isAbsolute();
				if (absolute) this.absolute.push(m);
				else this.relative.push(m);
				if (children) {
					if (absolute) this.absoluteChildren.push(m);
					else this.relativeChildren.push(m);
				}
			}
		}
		ignored(p) {
			const fullpath = p.fullpath();
			const fullpaths = `${fullpath}/`;
			const relative = p.relative() || ".";
			const relatives = `${relative}/`;
			for (const m of this.relative) if (m.match(relative) || m.match(relatives)) return true;
			for (const m of this.absolute) if (m.match(fullpath) || m.match(fullpaths)) return true;
			return false;
		}
		childrenIgnored(p) {
			const fullpath = p.fullpath() + "/";
			const relative = (p.relative() || ".") + "/";
			for (const m of this.relativeChildren) if (m.match(relative)) return true;
			for (const m of this.absoluteChildren) if (m.match(fullpath)) return true;
			return false;
		}
	};
	exports.Ignore = Ignore;
}));
// node_modules/glob/dist/commonjs/processor.js
var require_processor = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.Processor = exports.SubWalks = exports.MatchRecord = exports.HasWalkedCache = void 0;
	const minimatch_1 = require_commonjs$4();
	/**
	* A cache of which patterns have been processed for a given Path
	*/
	var HasWalkedCache = class HasWalkedCache {
		store;
		constructor(store = /* @__PURE__ */ new Map()) {
			this.store = store;
		}
		copy() {
			return new HasWalkedCache(new Map(this.store));
		}
		hasWalked(target, pattern) {
			return this.store.get(target.fullpath())?.has(pattern.globString());
		}
		storeWalked(target, pattern) {
			const fullpath = target.fullpath();
			const cached = this.store.get(fullpath);
			if (cached) cached.add(pattern.globString());
			else this.store.set(fullpath, /* @__PURE__ */ new Set([pattern.globString()]));
		}
	};
	exports.HasWalkedCache = HasWalkedCache;
	/**
	* A record of which paths have been matched in a given walk step,
	* and whether they only are considered a match if they are a directory,
	* and whether their absolute or relative path should be returned.
	*/
	var MatchRecord = class {
		store = /* @__PURE__ */ new Map();
		add(target, absolute, ifDir) {
			const n = (absolute ? 2 : 0) | (ifDir ? 1 : 0);
			const current = this.store.get(target);
			this.store.set(target, current === void 0 ? n : n & current);
		}
		entries() {
			return [...this.store.entries()].map(([path, n]) => [
				path,
				!!(n & 2),
				!!(n & 1)
			]);
		}
	};
	exports.MatchRecord = MatchRecord;
	/**
	* A collection of patterns that must be processed in a subsequent step
	* for a given path.
	*/
	var SubWalks = class {
		store = /* @__PURE__ */ new Map();
		add(target, pattern) {
			if (!target.canReaddir()) return;
			const subs = this.store.get(target);
			if (subs) {
				if (!subs.find((p) => p.globString() === pattern.globString())) subs.push(pattern);
			} else this.store.set(target, [pattern]);
		}
		get(target) {
			const subs = this.store.get(target);
			/* c8 ignore start */
			if (!subs) throw new Error("attempting to walk unknown path");
			/* c8 ignore stop */
			return subs;
		}
		entries() {
			return this.keys().map((k) => [k, this.store.get(k)]);
		}
		keys() {
			return [...this.store.keys()].filter((t) => t.canReaddir());
		}
	};
	exports.SubWalks = SubWalks;
	exports.Processor = class Processor {
		hasWalkedCache;
		matches = new MatchRecord();
		subwalks = new SubWalks();
		patterns;
		follow;
		dot;
		opts;
		constructor(opts, hasWalkedCache) {
			this.opts = opts;
			this.follow = !!opts.follow;
			this.dot = !!opts.dot;
			this.hasWalkedCache = hasWalkedCache ? hasWalkedCache.copy() : new HasWalkedCache();
		}
		processPatterns(target, patterns) {
			this.patterns = patterns;
			const processingSet = patterns.map((p) => [target, p]);
			for (let [t, pattern] of processingSet) {
				this.hasWalkedCache.storeWalked(t, pattern);
				const root = pattern.root();
				const absolute = pattern.isAbsolute() && this.opts.absolute !== false;
				if (root) {
					t = t.resolve(root === "/" && this.opts.root !== void 0 ? this.opts.root : root);
					const rest = pattern.rest();
					if (!rest) {
						this.matches.add(t, true, false);
						continue;
					} else pattern = rest;
				}
				if (t.isENOENT()) continue;
				let p;
				let rest;
				let changed = false;
				while (typeof (p = pattern.pattern()) === "string" && (rest = pattern.rest())) {
					t = t.resolve(p);
					pattern = rest;
					changed = true;
				}
				p = pattern.pattern();
				rest = pattern.rest();
				if (changed) {
					if (this.hasWalkedCache.hasWalked(t, pattern)) continue;
					this.hasWalkedCache.storeWalked(t, pattern);
				}
				if (typeof p === "string") {
					const ifDir = p === ".." || p === "" || p === ".";
					this.matches.add(t.resolve(p), absolute, ifDir);
					continue;
				} else if (p === minimatch_1.GLOBSTAR) {
					if (!t.isSymbolicLink() || this.follow || pattern.checkFollowGlobstar()) this.subwalks.add(t, pattern);
					const rp = rest?.pattern();
					const rrest = rest?.rest();
					if (!rest || (rp === "" || rp === ".") && !rrest) this.matches.add(t, absolute, rp === "" || rp === ".");
					else if (rp === "..") {
						/* c8 ignore start */
						const tp = t.parent || t;
						/* c8 ignore stop */
						if (!rrest) this.matches.add(tp, absolute, true);
						else if (!this.hasWalkedCache.hasWalked(tp, rrest)) this.subwalks.add(tp, rrest);
					}
				} else if (p instanceof RegExp) this.subwalks.add(t, pattern);
			}
			return this;
		}
		subwalkTargets() {
			return this.subwalks.keys();
		}
		child() {
			return new Processor(this.opts, this.hasWalkedCache);
		}
		filterEntries(parent, entries) {
			const patterns = this.subwalks.get(parent);
			const results = this.child();
			for (const e of entries) for (const pattern of patterns) {
				const absolute = pattern.isAbsolute();
				const p = pattern.pattern();
				const rest = pattern.rest();
				if (p === minimatch_1.GLOBSTAR) results.testGlobstar(e, pattern, rest, absolute);
				else if (p instanceof RegExp) results.testRegExp(e, p, rest, absolute);
				else results.testString(e, p, rest, absolute);
			}
			return results;
		}
		testGlobstar(e, pattern, rest, absolute) {
			if (this.dot || !e.name.startsWith(".")) {
				if (!pattern.hasMore()) this.matches.add(e, absolute, false);
				if (e.canReaddir()) {
					if (this.follow || !e.isSymbolicLink()) this.subwalks.add(e, pattern);
					else if (e.isSymbolicLink()) {
						if (rest && pattern.checkFollowGlobstar()) this.subwalks.add(e, rest);
						else if (pattern.markFollowGlobstar()) this.subwalks.add(e, pattern);
					}
				}
			}
			if (rest) {
				const rp = rest.pattern();
				if (typeof rp === "string" && rp !== ".." && rp !== "" && rp !== ".") this.testString(e, rp, rest.rest(), absolute);
				else if (rp === "..") {
					/* c8 ignore start */
					const ep = e.parent || e;
					/* c8 ignore stop */
					this.subwalks.add(ep, rest);
				} else if (rp instanceof RegExp) this.testRegExp(e, rp, rest.rest(), absolute);
			}
		}
		testRegExp(e, p, rest, absolute) {
			if (!p.test(e.name)) return;
			if (!rest) this.matches.add(e, absolute, false);
			else this.subwalks.add(e, rest);
		}
		testString(e, p, rest, absolute) {
			if (!e.isNamed(p)) return;
			if (!rest) this.matches.add(e, absolute, false);
			else this.subwalks.add(e, rest);
		}
	};
}));
// node_modules/glob/dist/commonjs/walker.js
var require_walker = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.GlobStream = exports.GlobWalker = exports.GlobUtil = void 0;
	/**
	* Single-use utility classes to provide functionality to the {@link Glob}
	* methods.
	*
	* @module
	*/
	const minipass_1 = require_commonjs$2();
	const ignore_js_1 = require_ignore();
	const processor_js_1 = require_processor();
	const makeIgnore = (ignore, opts) => typeof ignore === "string" ? new ignore_js_1.Ignore([ignore], opts) : Array.isArray(ignore) ? new ignore_js_1.Ignore(ignore, opts) : ignore;
	/**
	* basic walking utilities that all the glob walker types use
	*/
	var GlobUtil = class {
		path;
		patterns;
		opts;
		seen = /* @__PURE__ */ new Set();
		paused = false;
		aborted = false;
		#onResume = [];
		#ignore;
		#sep;
		signal;
		maxDepth;
		includeChildMatches;
		constructor(patterns, path, opts) {
			this.patterns = patterns;
			this.path = path;
			this.opts = opts;
			this.#sep = !opts.posix && opts.platform === "win32" ? "\\" : "/";
			this.includeChildMatches = opts.includeChildMatches !== false;
			if (opts.ignore || !this.includeChildMatches) {
				this.#ignore = makeIgnore(opts.ignore ?? [], opts);
				if (!this.includeChildMatches && typeof this.#ignore.add !== "function") throw new Error("cannot ignore child matches, ignore lacks add() method.");
			}
			/* c8 ignore start */
			this.maxDepth = opts.maxDepth || Infinity;
			/* c8 ignore stop */
			if (opts.signal) {
				this.signal = opts.signal;
				this.signal.addEventListener("abort", () => {
					this.#onResume.length = 0;
				});
			}
		}
		#ignored(path) {
			return this.seen.has(path) || !!this.#ignore?.ignored?.(path);
		}
		#childrenIgnored(path) {
			return !!this.#ignore?.childrenIgnored?.(path);
		}
		pause() {
			this.paused = true;
		}
		resume() {
			/* c8 ignore start */
			if (this.signal?.aborted) return;
			/* c8 ignore stop */
			this.paused = false;
			let fn = void 0;
			while (!this.paused && (fn = this.#onResume.shift())) fn();
		}
		onResume(fn) {
			if (this.signal?.aborted) return;
			/* c8 ignore start */
			if (!this.paused) fn();
			else
 /* c8 ignore stop */
			this.#onResume.push(fn);
		}
		async matchCheck(e, ifDir) {
			if (ifDir && this.opts.nodir) return void 0;
			let rpc;
			if (this.opts.realpath) {
				rpc = e.realpathCached() || await e.realpath();
				if (!rpc) return void 0;
				e = rpc;
			}
			const s = e.isUnknown() || this.opts.stat ? await e.lstat() : e;
			if (this.opts.follow && this.opts.nodir && s?.isSymbolicLink()) {
				const target = await s.realpath();
				/* c8 ignore start */
				if (target && (target.isUnknown() || this.opts.stat)) await target.lstat();
			}
			return this.matchCheckTest(s, ifDir);
		}
		matchCheckTest(e, ifDir) {
			return e && (this.maxDepth === Infinity || e.depth() <= this.maxDepth) && (!ifDir || e.canReaddir()) && (!this.opts.nodir || !e.isDirectory()) && (!this.opts.nodir || !this.opts.follow || !e.isSymbolicLink() || !e.realpathCached()?.isDirectory()) && !this.#ignored(e) ? e : void 0;
		}
		matchCheckSync(e, ifDir) {
			if (ifDir && this.opts.nodir) return void 0;
			let rpc;
			if (this.opts.realpath) {
				rpc = e.realpathCached() || e.realpathSync();
				if (!rpc) return void 0;
				e = rpc;
			}
			const s = e.isUnknown() || this.opts.stat ? e.lstatSync() : e;
			if (this.opts.follow && this.opts.nodir && s?.isSymbolicLink()) {
				const target = s.realpathSync();
				if (target && (target?.isUnknown() || this.opts.stat)) target.lstatSync();
			}
			return this.matchCheckTest(s, ifDir);
		}
		matchFinish(e, absolute) {
			if (this.#ignored(e)) return;
			if (!this.includeChildMatches && this.#ignore?.add) {
				const ign = `${e.relativePosix()}/**`;
				this.#ignore.add(ign);
			}
			const abs = this.opts.absolute === void 0 ? absolute : this.opts.absolute;
			this.seen.add(e);
			const mark = this.opts.mark && e.isDirectory() ? this.#sep : "";
			if (this.opts.withFileTypes) this.matchEmit(e);
			else if (abs) {
				const abs = this.opts.posix ? e.fullpathPosix() : e.fullpath();
				this.matchEmit(abs + mark);
			} else {
				const rel = this.opts.posix ? e.relativePosix() : e.relative();
				const pre = this.opts.dotRelative && !rel.startsWith(".." + this.#sep) ? "." + this.#sep : "";
				this.matchEmit(!rel ? "." + mark : pre + rel + mark);
			}
		}
		async match(e, absolute, ifDir) {
			const p = await this.matchCheck(e, ifDir);
			if (p) this.matchFinish(p, absolute);
		}
		matchSync(e, absolute, ifDir) {
			const p = this.matchCheckSync(e, ifDir);
			if (p) this.matchFinish(p, absolute);
		}
		walkCB(target, patterns, cb) {
			/* c8 ignore start */
			if (this.signal?.aborted) cb();
			/* c8 ignore stop */
			this.walkCB2(target, patterns, new processor_js_1.Processor(this.opts), cb);
		}
		walkCB2(target, patterns, processor, cb) {
			if (this.#childrenIgnored(target)) return cb();
			if (this.signal?.aborted) cb();
			if (this.paused) {
				this.onResume(() => this.walkCB2(target, patterns, processor, cb));
				return;
			}
			processor.processPatterns(target, patterns);
			let tasks = 1;
			const next = () => {
				if (--tasks === 0) cb();
			};
			for (const [m, absolute, ifDir] of processor.matches.entries()) {
				if (this.#ignored(m)) continue;
				tasks++;
				this.match(m, absolute, ifDir).then(() => next());
			}
			for (const t of processor.subwalkTargets()) {
				if (this.maxDepth !== Infinity && t.depth() >= this.maxDepth) continue;
				tasks++;
				const childrenCached = t.readdirCached();
				if (t.calledReaddir()) this.walkCB3(t, childrenCached, processor, next);
				else t.readdirCB((_, entries) => this.walkCB3(t, entries, processor, next), true);
			}
			next();
		}
		walkCB3(target, entries, processor, cb) {
			processor = processor.filterEntries(target, entries);
			let tasks = 1;
			const next = () => {
				if (--tasks === 0) cb();
			};
			for (const [m, absolute, ifDir] of processor.matches.entries()) {
				if (this.#ignored(m)) continue;
				tasks++;
				this.match(m, absolute, ifDir).then(() => next());
			}
			for (const [target, patterns] of processor.subwalks.entries()) {
				tasks++;
				this.walkCB2(target, patterns, processor.child(), next);
			}
			next();
		}
		walkCBSync(target, patterns, cb) {
			/* c8 ignore start */
			if (this.signal?.aborted) cb();
			/* c8 ignore stop */
			this.walkCB2Sync(target, patterns, new processor_js_1.Processor(this.opts), cb);
		}
		walkCB2Sync(target, patterns, processor, cb) {
			if (this.#childrenIgnored(target)) return cb();
			if (this.signal?.aborted) cb();
			if (this.paused) {
				this.onResume(() => this.walkCB2Sync(target, patterns, processor, cb));
				return;
			}
			processor.processPatterns(target, patterns);
			let tasks = 1;
			const next = () => {
				if (--tasks === 0) cb();
			};
			for (const [m, absolute, ifDir] of processor.matches.entries()) {
				if (this.#ignored(m)) continue;
				this.matchSync(m, absolute, ifDir);
			}
			for (const t of processor.subwalkTargets()) {
				if (this.maxDepth !== Infinity && t.depth() >= this.maxDepth) continue;
				tasks++;
				const children = t.readdirSync();
				this.walkCB3Sync(t, children, processor, next);
			}
			next();
		}
		walkCB3Sync(target, entries, processor, cb) {
			processor = processor.filterEntries(target, entries);
			let tasks = 1;
			const next = () => {
				if (--tasks === 0) cb();
			};
			for (const [m, absolute, ifDir] of processor.matches.entries()) {
				if (this.#ignored(m)) continue;
				this.matchSync(m, absolute, ifDir);
			}
			for (const [target, patterns] of processor.subwalks.entries()) {
				tasks++;
				this.walkCB2Sync(target, patterns, processor.child(), next);
			}
			next();
		}
	};
	exports.GlobUtil = GlobUtil;
	var GlobWalker = class extends GlobUtil {
		matches = /* @__PURE__ */ new Set();
		constructor(patterns, path, opts) {
			super(patterns, path, opts);
		}
		matchEmit(e) {
			this.matches.add(e);
		}
		async walk() {
			if (this.signal?.aborted) throw this.signal.reason;
			if (this.path.isUnknown()) await this.path.lstat();
			await new Promise((res, rej) => {
				this.walkCB(this.path, this.patterns, () => {
					if (this.signal?.aborted) rej(this.signal.reason);
					else res(this.matches);
				});
			});
			return this.matches;
		}
		walkSync() {
			if (this.signal?.aborted) throw this.signal.reason;
			if (this.path.isUnknown()) this.path.lstatSync();
			this.walkCBSync(this.path, this.patterns, () => {
				if (this.signal?.aborted) throw this.signal.reason;
			});
			return this.matches;
		}
	};
	exports.GlobWalker = GlobWalker;
	var GlobStream = class extends GlobUtil {
		results;
		constructor(patterns, path, opts) {
			super(patterns, path, opts);
			this.results = new minipass_1.Minipass({
				signal: this.signal,
				objectMode: true
			});
			this.results.on("drain", () => this.resume());
			this.results.on("resume", () => this.resume());
		}
		matchEmit(e) {
			this.results.write(e);
			if (!this.results.flowing) this.pause();
		}
		stream() {
			const target = this.path;
			if (target.isUnknown()) target.lstat().then(() => {
				this.walkCB(target, this.patterns, () => this.results.end());
			});
			else this.walkCB(target, this.patterns, () => this.results.end());
			return this.results;
		}
		streamSync() {
			if (this.path.isUnknown()) this.path.lstatSync();
			this.walkCBSync(this.path, this.patterns, () => this.results.end());
			return this.results;
		}
	};
	exports.GlobStream = GlobStream;
}));
// node_modules/glob/dist/commonjs/glob.js
var require_glob = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.Glob = void 0;
	const minimatch_1 = require_commonjs$4();
	const node_url_1 = __require("node:url");
	const path_scurry_1 = require_commonjs$1();
	const pattern_js_1 = require_pattern();
	const walker_js_1 = require_walker();
	const defaultPlatform = typeof process === "object" && process && typeof process.platform === "string" ? process.platform : "linux";
	/**
	* An object that can perform glob pattern traversals.
	*/
	var Glob = class {
		absolute;
		cwd;
		root;
		dot;
		dotRelative;
		follow;
		ignore;
		magicalBraces;
		mark;
		matchBase;
		maxDepth;
		nobrace;
		nocase;
		nodir;
		noext;
		noglobstar;
		pattern;
		platform;
		realpath;
		scurry;
		stat;
		signal;
		windowsPathsNoEscape;
		withFileTypes;
		includeChildMatches;
		/**
		* The options provided to the constructor.
		*/
		opts;
		/**
		* An array of parsed immutable {@link Pattern} objects.
		*/
		patterns;
		/**
		* All options are stored as properties on the `Glob` object.
		*
		* See {@link GlobOptions} for full options descriptions.
		*
		* Note that a previous `Glob` object can be passed as the
		* `GlobOptions` to another `Glob` instantiation to re-use settings
		* and caches with a new pattern.
		*
		* Traversal functions can be called multiple times to run the walk
		* again.
		*/
		constructor(pattern, opts) {
			/* c8 ignore start */
			if (!opts) throw new TypeError("glob options required");
			/* c8 ignore stop */
			this.withFileTypes = !!opts.withFileTypes;
			this.signal = opts.signal;
			this.follow = !!opts.follow;
			this.dot = !!opts.dot;
			this.dotRelative = !!opts.dotRelative;
			this.nodir = !!opts.nodir;
			this.mark = !!opts.mark;
			if (!opts.cwd) this.cwd = "";
			else if (opts.cwd instanceof URL || opts.cwd.startsWith("file://")) opts.cwd = (0, node_url_1.fileURLToPath)(opts.cwd);
			this.cwd = opts.cwd || "";
			this.root = opts.root;
			this.magicalBraces = !!opts.magicalBraces;
			this.nobrace = !!opts.nobrace;
			this.noext = !!opts.noext;
			this.realpath = !!opts.realpath;
			this.absolute = opts.absolute;
			this.includeChildMatches = opts.includeChildMatches !== false;
			this.noglobstar = !!opts.noglobstar;
			this.matchBase = !!opts.matchBase;
			this.maxDepth = typeof opts.maxDepth === "number" ? opts.maxDepth : Infinity;
			this.stat = !!opts.stat;
			this.ignore = opts.ignore;
			if (this.withFileTypes && this.absolute !== void 0) throw new Error("cannot set absolute and withFileTypes:true");
			if (typeof pattern === "string") pattern = [pattern];
			this.windowsPathsNoEscape = !!opts.windowsPathsNoEscape || opts.allowWindowsEscape === false;
			if (this.windowsPathsNoEscape) pattern = pattern.map((p) => p.replace(/\\/g, "/"));
			if (this.matchBase) {
				if (opts.noglobstar) throw new TypeError("base matching requires globstar");
				pattern = pattern.map((p) => p.includes("/") ? p : `./**/${p}`);
			}
			this.pattern = pattern;
			this.platform = opts.platform || defaultPlatform;
			this.opts = {
				...opts,
				platform: this.platform
			};
			if (opts.scurry) {
				this.scurry = opts.scurry;
				if (opts.nocase !== void 0 && opts.nocase !== opts.scurry.nocase) throw new Error("nocase option contradicts provided scurry option");
			} else {
				const Scurry = opts.platform === "win32" ? path_scurry_1.PathScurryWin32 : opts.platform === "darwin" ? path_scurry_1.PathScurryDarwin : opts.platform ? path_scurry_1.PathScurryPosix : path_scurry_1.PathScurry;
				this.scurry = new Scurry(this.cwd, {
					nocase: opts.nocase,
					fs: opts.fs
				});
			}
			this.nocase = this.scurry.nocase;
			const nocaseMagicOnly = this.platform === "darwin" || this.platform === "win32";
			const mmo = {
				...opts,
				dot: this.dot,
				matchBase: this.matchBase,
				nobrace: this.nobrace,
				nocase: this.nocase,
				nocaseMagicOnly,
				nocomment: true,
				noext: this.noext,
				nonegate: true,
				optimizationLevel: 2,
				platform: this.platform,
				windowsPathsNoEscape: this.windowsPathsNoEscape,
				debug: !!this.opts.debug
			};
			const [matchSet, globParts] = this.pattern.map((p) => new minimatch_1.Minimatch(p, mmo)).reduce((set, m) => {
				set[0].push(...m.set);
				set[1].push(...m.globParts);
				return set;
			}, [[], []]);
			this.patterns = matchSet.map((set, i) => {
				const g = globParts[i];
				/* c8 ignore start */
				if (!g) throw new Error("invalid pattern object");
				/* c8 ignore stop */
				return new pattern_js_1.Pattern(set, g, 0, this.platform);
			});
		}
		async walk() {
			return [...await new walker_js_1.GlobWalker(this.patterns, this.scurry.cwd, {
				...this.opts,
				maxDepth: this.maxDepth !== Infinity ? this.maxDepth + this.scurry.cwd.depth() : Infinity,
				platform: this.platform,
				nocase: this.nocase,
				includeChildMatches: this.includeChildMatches
			}).walk()];
		}
		walkSync() {
			return [...new walker_js_1.GlobWalker(this.patterns, this.scurry.cwd, {
				...this.opts,
				maxDepth: this.maxDepth !== Infinity ? this.maxDepth + this.scurry.cwd.depth() : Infinity,
				platform: this.platform,
				nocase: this.nocase,
				includeChildMatches: this.includeChildMatches
			}).walkSync()];
		}
		stream() {
			return new walker_js_1.GlobStream(this.patterns, this.scurry.cwd, {
				...this.opts,
				maxDepth: this.maxDepth !== Infinity ? this.maxDepth + this.scurry.cwd.depth() : Infinity,
				platform: this.platform,
				nocase: this.nocase,
				includeChildMatches: this.includeChildMatches
			}).stream();
		}
		streamSync() {
			return new walker_js_1.GlobStream(this.patterns, this.scurry.cwd, {
				...this.opts,
				maxDepth: this.maxDepth !== Infinity ? this.maxDepth + this.scurry.cwd.depth() : Infinity,
				platform: this.platform,
				nocase: this.nocase,
				includeChildMatches: this.includeChildMatches
			}).streamSync();
		}
		/**
		* Default sync iteration function. Returns a Generator that
		* iterates over the results.
		*/
		iterateSync() {
			return this.streamSync()[Symbol.iterator]();
		}
		[Symbol.iterator]() {
			return this.iterateSync();
		}
		/**
		* Default async iteration function. Returns an AsyncGenerator that
		* iterates over the results.
		*/
		iterate() {
			return this.stream()[Symbol.asyncIterator]();
		}
		[Symbol.asyncIterator]() {
			return this.iterate();
		}
	};
	exports.Glob = Glob;
}));
// node_modules/glob/dist/commonjs/has-magic.js
var require_has_magic = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.hasMagic = void 0;
	const minimatch_1 = require_commonjs$4();
	/**
	* Return true if the patterns provided contain any magic glob characters,
	* given the options provided.
	*
	* Brace expansion is not considered "magic" unless the `magicalBraces` option
	* is set, as brace expansion just turns one string into an array of strings.
	* So a pattern like `'x{a,b}y'` would return `false`, because `'xay'` and
	* `'xby'` both do not contain any magic glob characters, and it's treated the
	* same as if you had called it on `['xay', 'xby']`. When `magicalBraces:true`
	* is in the options, brace expansion _is_ treated as a pattern having magic.
	*/
	const hasMagic = (pattern, options = {}) => {
		if (!Array.isArray(pattern)) pattern = [pattern];
		for (const p of pattern) if (new minimatch_1.Minimatch(p, options).hasMagic()) return true;
		return false;
	};
	exports.hasMagic = hasMagic;
}));
// node_modules/glob/dist/commonjs/index.js
var require_commonjs = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.glob = exports.sync = exports.iterate = exports.iterateSync = exports.stream = exports.streamSync = exports.Ignore = exports.hasMagic = exports.Glob = exports.unescape = exports.escape = void 0;
	exports.globStreamSync = globStreamSync;
	exports.globStream = globStream;
	exports.globSync = globSync;
	exports.globIterateSync = globIterateSync;
	exports.globIterate = globIterate;
	const minimatch_1 = require_commonjs$4();
	const glob_js_1 = require_glob();
	const has_magic_js_1 = require_has_magic();
	var minimatch_2 = require_commonjs$4();
	Object.defineProperty(exports, "escape", {
		enumerable: true,
		get: function() {
			return minimatch_2.escape;
		}
	});
	Object.defineProperty(exports, "unescape", {
		enumerable: true,
		get: function() {
			return minimatch_2.unescape;
		}
	});
	var glob_js_2 = require_glob();
	Object.defineProperty(exports, "Glob", {
		enumerable: true,
		get: function() {
			return glob_js_2.Glob;
		}
	});
	var has_magic_js_2 = require_has_magic();
	Object.defineProperty(exports, "hasMagic", {
		enumerable: true,
		get: function() {
			return has_magic_js_2.hasMagic;
		}
	});
	var ignore_js_1 = require_ignore();
	Object.defineProperty(exports, "Ignore", {
		enumerable: true,
		get: function() {
			return ignore_js_1.Ignore;
		}
	});
	function globStreamSync(pattern, options = {}) {
		return new glob_js_1.Glob(pattern, options).streamSync();
	}
	function globStream(pattern, options = {}) {
		return new glob_js_1.Glob(pattern, options).stream();
	}
	function globSync(pattern, options = {}) {
		return new glob_js_1.Glob(pattern, options).walkSync();
	}
	async function glob_(pattern, options = {}) {
		return new glob_js_1.Glob(pattern, options).walk();
	}
	function globIterateSync(pattern, options = {}) {
		return new glob_js_1.Glob(pattern, options).iterateSync();
	}
	function globIterate(pattern, options = {}) {
		return new glob_js_1.Glob(pattern, options).iterate();
	}
	exports.streamSync = globStreamSync;
	exports.stream = Object.assign(globStream, { sync: globStreamSync });
	exports.iterateSync = globIterateSync;
	exports.iterate = Object.assign(globIterate, { sync: globIterateSync });
	exports.sync = Object.assign(globSync, {
		stream: globStreamSync,
		iterate: globIterateSync
	});
	exports.glob = Object.assign(glob_, {
		glob: glob_,
		globSync,
		sync: exports.sync,
		globStream,
		stream: exports.stream,
		globStreamSync,
		streamSync: exports.streamSync,
		globIterate,
		iterate: exports.iterate,
		globIterateSync,
		iterateSync: exports.iterateSync,
		Glob: glob_js_1.Glob,
		hasMagic: has_magic_js_1.hasMagic,
		escape: minimatch_1.escape,
		unescape: minimatch_1.unescape
	});
	exports.glob.glob = exports.glob;
}));
// node_modules/balanced-match/dist/esm/index.js
const range = (a, b, str) => {
	let begs, beg, left, right = void 0, result;
	let ai = str.indexOf(a);
	let bi = str.indexOf(b, ai + 1);
	let i = ai;
	if (ai >= 0 && bi > 0) {
		if (a === b) return [ai, bi];
		begs = [];
		left = str.length;
		while (i >= 0 && !result) {
			if (i === ai) {
				begs.push(i);
				ai = str.indexOf(a, i + 1);
			} else if (begs.length === 1) {
				const r = begs.pop();
				if (r !== void 0) result = [r, bi];
			} else {
				beg = begs.pop();
				if (beg !== void 0 && beg < left) {
					left = beg;
					right = bi;
				}
				bi = str.indexOf(b, i + 1);
			}
			i = ai < bi && ai >= 0 ? ai : bi;
		}
		if (begs.length && right !== void 0) result = [left, right];
	}
	return result;
};
// node_modules/brace-expansion/dist/esm/index.js
const escSlash = "\0SLASH" + Math.random().toFixed(16) + "\0";
const escOpen = "\0OPEN" + Math.random().toFixed(16) + "\0";
const escClose = "\0CLOSE" + Math.random().toFixed(16) + "\0";
const escComma = "\0COMMA" + Math.random().toFixed(16) + "\0";
const escPeriod = "\0PERIOD" + Math.random().toFixed(16) + "\0";
const escSlashPattern = new RegExp(escSlash, "g");
const escOpenPattern = new RegExp(escOpen, "g");
const escClosePattern = new RegExp(escClose, "g");
const escCommaPattern = new RegExp(escComma, "g");
const escPeriodPattern = new RegExp(escPeriod, "g");
const slashPattern = /\\\\/g;
const openPattern = /\\{/g;
const closePattern = /\\}/g;
const commaPattern = /\\,/g;
const periodPattern = /\\\./g;
const EXPANSION_MAX = 1e5;
const EXPANSION_MAX_LENGTH = 4e6;
const EXPANSION_MAX_DEPTH = 1e3;
const EXPANSION_MAX_REWRITES = 1e3;
const EXPANSION_MAX_STEPS = 2e7;
const CALL_STEPS = 16;
function numeric(str) {
	return !isNaN(str) ? parseInt(str, 10) : str.charCodeAt(0);
}
function escapeBraces(str) {
	return str.replace(slashPattern, escSlash).replace(openPattern, escOpen).replace(closePattern, escClose).replace(commaPattern, escComma).replace(periodPattern, escPeriod);
}
function unescapeBraces(str) {
	return str.replace(escSlashPattern, "\\").replace(escOpenPattern, "{").replace(escClosePattern, "}").replace(escCommaPattern, ",").replace(escPeriodPattern, ".");
}
function pushAll(target, items) {
	for (let i = 0; i < items.length; i++) target.push(items[i]);
}
function balancedWithBudget(str, masked, budget) {
	if (budget.remaining < 0) return;
	const r = range("{", "}", masked);
	const unmatched = r !== void 0 && masked.indexOf("{") < r[0];
	budget.remaining -= r && !unmatched ? r[1] + 1 : str.length;
	if (!r || budget.remaining < 0) return;
	return {
		end: r[1],
		pre: str.slice(0, r[0]),
		body: str.slice(r[0] + 1, r[1]),
		post: str.slice(r[1] + 1),
		unmatched
	};
}
function maskUnmatchedOpens(masked, budget) {
	budget.remaining -= masked.length;
	const open = [];
	for (let i = 0; i < masked.length; i++) {
		const c = masked.charCodeAt(i);
		if (c === 123) open.push(i);
		else if (c === 125 && open.length) open.pop();
	}
	let out = "";
	let last = 0;
	for (let i = 0; i < open.length; i++) {
		const at = open[i];
		out += masked.slice(last, at) + "\0";
		last = at + 1;
	}
	return out + masked.slice(last);
}
function commaSetFollows(str, budget) {
	budget.remaining -= str.length;
	if (budget.remaining < 0) return false;
	let close = false;
	for (let i = str.length - 1; i >= 0; i--) {
		const c = str.charCodeAt(i);
		if (c === 125) close = true;
		else if (c === 10 || c === 13 || c === 8232 || c === 8233) close = false;
		else if (c === 44 && close && str.charCodeAt(i + 1) !== 44) return true;
	}
	return false;
}
/**
* Basically just str.split(","), but handling cases
* where we have nested braced sections, which should be
* treated as individual members, like {a,{b,c},d}
*
* Returns `undefined` if the step budget runs out before the whole set is
* split, since splitting what is left on every comma would tear apart the
* nested sets it still holds.
*/
function parseCommaParts(str, budget) {
	const parts = [];
	let carry = "";
	for (;;) {
		const m = balancedWithBudget(str, str, budget);
		if (budget.remaining < 0) return;
		if (!m) {
			const tail = str.split(",");
			tail[0] = carry + tail[0];
			pushAll(parts, tail);
			return parts;
		}
		const { pre, body, post } = m;
		const p = pre.split(",");
		p[0] = carry + p[0];
		p[p.length - 1] += "{" + body + "}";
		if (!post.length) {
			pushAll(parts, p);
			return parts;
		}
		carry = p.pop();
		pushAll(parts, p);
		str = post;
	}
}
function bound(value, fallback) {
	return value === void 0 || isNaN(value) ? fallback : value;
}
function expand(str, options = {}) {
	if (!str) return [];
	const max = bound(options.max, EXPANSION_MAX);
	const maxLength = bound(options.maxLength, EXPANSION_MAX_LENGTH);
	const maxDepth = bound(options.maxDepth, EXPANSION_MAX_DEPTH);
	const maxRewrites = bound(options.maxRewrites, EXPANSION_MAX_REWRITES);
	const maxSteps = bound(options.maxSteps, EXPANSION_MAX_STEPS);
	if (str.slice(0, 2) === "{}") str = "\\{\\}" + str.slice(2);
	return expand_(escapeBraces(str), max, maxLength, maxDepth, 0, maxRewrites, { remaining: maxSteps }, true).map(unescapeBraces);
}
function embrace(str) {
	return "{" + str + "}";
}
function isPadded(el) {
	return /^-?0\d/.test(el);
}
function lte(i, y) {
	return i <= y;
}
function gte(i, y) {
	return i >= y;
}
function combine(acc, pre, values, max, maxLength, dropEmpties, budget) {
	const out = [];
	let length = 0;
	let nonEmpty;
	outer: for (let a = 0; a < acc.length; a++) {
		const prefix = acc[a] + pre;
		let vs = values;
		if (dropEmpties && !prefix) {
			if (!nonEmpty) nonEmpty = values.filter((v) => v);
			vs = nonEmpty;
		}
		for (let v = 0; v < vs.length; v++) {
			if (out.length >= max) break outer;
			const expansion = prefix + vs[v];
			if (length + expansion.length > maxLength) break outer;
			out.push(expansion);
			length += expansion.length;
		}
	}
	budget.remaining -= out.length;
	return out;
}
function expandSequence(body, isAlphaSequence, max, maxLength, budget) {
	const n = body.split(/\.\./);
	const N = [];
	/* c8 ignore start */
	if (n[0] === void 0 || n[1] === void 0) return N;
	/* c8 ignore stop */
	const x = numeric(n[0]);
	const y = numeric(n[1]);
	const width = Math.max(n[0].length, n[1].length);
	let incr = n.length === 3 && n[2] !== void 0 ? Math.max(Math.abs(numeric(n[2])), 1) : 1;
	let test = lte;
	if (y < x) {
		incr *= -1;
		test = gte;
	}
	const pad = n.some(isPadded);
	const cost = pad ? width : 1;
	let length = 0;
	for (let i = x; test(i, y) && N.length < max; i += incr) {
		budget.remaining -= cost;
		if (budget.remaining < 0) return;
		let c;
		if (isAlphaSequence) {
			c = String.fromCharCode(i);
			if (c === "\\") c = "";
		} else {
			c = String(i);
			if (pad) {
				const need = width - c.length;
				if (need > 0) {
					const z = new Array(need + 1).join("0");
					if (i < 0) c = "-" + z + c.slice(1);
					else c = z + c;
				}
			}
		}
		if (length + c.length > maxLength) break;
		N.push(c);
		length += c.length;
	}
	return N;
}
function expand_(str, max, maxLength, maxDepth, depth, maxRewrites, budget, isTop) {
	budget.remaining -= CALL_STEPS;
	if (depth > maxDepth) return [str];
	let acc = [""];
	let rewrites = 0;
	let dropEmpties = false;
	let firstGroup = true;
	let masked = str;
	for (;;) {
		const m = balancedWithBudget(str, masked, budget);
		if (!m) return combine(acc, str, [""], max, maxLength, dropEmpties, budget);
		if (m.unmatched) masked = maskUnmatchedOpens(masked, budget);
		const pre = m.pre;
		const literal = () => combine(acc, pre + "{" + m.body + "}" + m.post, [""], max, maxLength, dropEmpties, budget);
		if (/\$$/.test(pre)) {
			acc = combine(acc, pre + "{" + m.body + "}", [""], max, maxLength, dropEmpties && !m.post.length, budget);
			firstGroup = false;
			if (!m.post.length) break;
			str = m.post;
			masked = masked.slice(m.end + 1);
			continue;
		}
		const isNumericSequence = /^-?\d+\.\.-?\d+(?:\.\.-?\d+)?$/.test(m.body);
		const isAlphaSequence = /^[a-zA-Z]\.\.[a-zA-Z](?:\.\.-?\d+)?$/.test(m.body);
		const isSequence = isNumericSequence || isAlphaSequence;
		const isOptions = m.body.indexOf(",") >= 0;
		if (!isSequence && !isOptions) {
			if (rewrites < maxRewrites && commaSetFollows(m.post, budget)) {
				rewrites++;
				str = m.pre + "{" + m.body + escClose + m.post;
				masked = masked.slice(0, m.end) + escClose + masked.slice(m.end + 1);
				isTop = true;
				continue;
			}
			return literal();
		}
		if (firstGroup) {
			dropEmpties = isTop && !isSequence;
			firstGroup = false;
		}
		let values;
		if (isSequence) {
			values = expandSequence(m.body, isAlphaSequence, max, maxLength, budget);
			if (!values) return literal();
		} else {
			let n = parseCommaParts(m.body, budget);
			if (!n) return literal();
			if (n.length === 1 && n[0] !== void 0) {
				n = expand_(n[0], max, maxLength, maxDepth, depth + 1, maxRewrites, budget, false).map(embrace);
				if (budget.remaining < 0) return literal();
				/* c8 ignore start */
				if (n.length === 1) {
					const next = combine(acc, pre + n[0], [""], max, maxLength, dropEmpties && !m.post.length, budget);
					if (budget.remaining < 0) return literal();
					acc = next;
					if (!m.post.length) break;
					str = m.post;
					masked = masked.slice(m.end + 1);
					continue;
				}
			}
			let dropsEmpties = dropEmpties && !m.post.length && !pre;
			for (let d = 0; dropsEmpties && d < acc.length; d++) if (acc[d]) dropsEmpties = false;
			values = [];
			let valuesLength = 0;
			outer: for (let j = 0; j < n.length; j++) {
				const expanded = expand_(n[j], max, maxLength, maxDepth, depth + 1, maxRewrites, budget, false);
				if (budget.remaining < 0) return literal();
				for (let k = 0; k < expanded.length; k++) {
					const v = expanded[k];
					if (dropsEmpties && !v) continue;
					if (values.length >= max || valuesLength + v.length > maxLength) break outer;
					values.push(v);
					valuesLength += v.length;
				}
			}
		}
		const next = combine(acc, pre, values, max, maxLength, dropEmpties && !m.post.length, budget);
		if (budget.remaining < 0) return literal();
		acc = next;
		if (!m.post.length) break;
		str = m.post;
		masked = masked.slice(m.end + 1);
	}
	return acc;
}
// node_modules/minimatch/dist/esm/assert-valid-pattern.js
const MAX_PATTERN_LENGTH = 65536;
const assertValidPattern = (pattern) => {
	if (typeof pattern !== "string") throw new TypeError("invalid pattern");
	if (pattern.length > MAX_PATTERN_LENGTH) throw new TypeError("pattern is too long");
};
// node_modules/minimatch/dist/esm/brace-expressions.js
const posixClasses = {
	"[:alnum:]": ["\\p{L}\\p{Nl}\\p{Nd}", true],
	"[:alpha:]": ["\\p{L}\\p{Nl}", true],
	"[:ascii:]": ["\\x00-\\x7f", false],
	"[:blank:]": ["\\p{Zs}\\t", true],
	"[:cntrl:]": ["\\p{Cc}", true],
	"[:digit:]": ["\\p{Nd}", true],
	"[:graph:]": [
		"\\p{Z}\\p{C}",
		true,
		true
	],
	"[:lower:]": ["\\p{Ll}", true],
	"[:print:]": ["\\p{C}", true],
	"[:punct:]": ["\\p{P}", true],
	"[:space:]": ["\\p{Z}\\t\\r\\n\\v\\f", true],
	"[:upper:]": ["\\p{Lu}", true],
	"[:word:]": ["\\p{L}\\p{Nl}\\p{Nd}\\p{Pc}", true],
	"[:xdigit:]": ["A-Fa-f0-9", false]
};
const braceEscape = (s) => s.replace(/[[\]\\-]/g, "\\$&");
const regexpEscape = (s) => s.replace(/[-[\]{}()*+?.,\\^$|#\s]/g, "\\$&");
const rangesToString = (ranges) => ranges.join("");
const parseClass = (glob, position) => {
	const pos = position;
	/* c8 ignore start */
	if (glob.charAt(pos) !== "[") throw new Error("not in a brace expression");
	/* c8 ignore stop */
	const ranges = [];
	const negs = [];
	let i = pos + 1;
	let sawStart = false;
	let uflag = false;
	let escaping = false;
	let negate = false;
	let endPos = pos;
	let rangeStart = "";
	WHILE: while (i < glob.length) {
		const c = glob.charAt(i);
		if ((c === "!" || c === "^") && i === pos + 1) {
			negate = true;
			i++;
			continue;
		}
		if (c === "]" && sawStart && !escaping) {
			endPos = i + 1;
			break;
		}
		sawStart = true;
		if (c === "\\") {
			if (!escaping) {
				escaping = true;
				i++;
				continue;
			}
		}
		if (c === "[" && !escaping) {
			for (const [cls, [unip, u, neg]] of Object.entries(posixClasses)) if (glob.startsWith(cls, i)) {
				if (rangeStart) return [
					"$.",
					false,
					glob.length - pos,
					true
				];
				i += cls.length;
				if (neg) negs.push(unip);
				else ranges.push(unip);
				uflag = uflag || u;
				continue WHILE;
			}
		}
		escaping = false;
		if (rangeStart) {
			if (c > rangeStart) ranges.push(braceEscape(rangeStart) + "-" + braceEscape(c));
			else if (c === rangeStart) ranges.push(braceEscape(c));
			rangeStart = "";
			i++;
			continue;
		}
		if (glob.startsWith("-]", i + 1)) {
			ranges.push(braceEscape(c + "-"));
			i += 2;
			continue;
		}
		if (glob.startsWith("-", i + 1)) {
			rangeStart = c;
			i += 2;
			continue;
		}
		ranges.push(braceEscape(c));
		i++;
	}
	if (endPos < i) return [
		"",
		false,
		0,
		false
	];
	if (!ranges.length && !negs.length) return [
		"$.",
		false,
		glob.length - pos,
		true
	];
	if (negs.length === 0 && ranges.length === 1 && /^\\?.$/.test(ranges[0]) && !negate) {
		const r = ranges[0].length === 2 ? ranges[0].slice(-1) : ranges[0];
		return [
			regexpEscape(r),
			false,
			endPos - pos,
			false
		];
	}
	const sranges = "[" + (negate ? "^" : "") + rangesToString(ranges) + "]";
	const snegs = "[" + (negate ? "" : "^") + rangesToString(negs) + "]";
	return [
		ranges.length && negs.length ? "(" + sranges + "|" + snegs + ")" : ranges.length ? sranges : snegs,
		uflag,
		endPos - pos,
		true
	];
};
// node_modules/minimatch/dist/esm/unescape.js
/**
* Un-escape a string that has been escaped with {@link escape}.
*
* If the {@link MinimatchOptions.windowsPathsNoEscape} option is used, then
* square-bracket escapes are removed, but not backslash escapes.
*
* For example, it will turn the string `'[*]'` into `*`, but it will not
* turn `'\\*'` into `'*'`, because `\` is a path separator in
* `windowsPathsNoEscape` mode.
*
* When `windowsPathsNoEscape` is not set, then both square-bracket escapes and
* backslash escapes are removed.
*
* Slashes (and backslashes in `windowsPathsNoEscape` mode) cannot be escaped
* or unescaped.
*
* When `magicalBraces` is not set, escapes of braces (`{` and `}`) will not be
* unescaped.
*/
const unescape = (s, { windowsPathsNoEscape = false, magicalBraces = true } = {}) => {
	if (magicalBraces) return windowsPathsNoEscape ? s.replace(/\[([^/\\])\]/g, "$1") : s.replace(/((?!\\).|^)\[([^/\\])\]/g, "$1$2").replace(/\\([^/])/g, "$1");
	return windowsPathsNoEscape ? s.replace(/\[([^/\\{}])\]/g, "$1") : s.replace(/((?!\\).|^)\[([^/\\{}])\]/g, "$1$2").replace(/\\([^/{}])/g, "$1");
};
// node_modules/minimatch/dist/esm/ast.js
var _a;
const types = /* @__PURE__ */ new Set([
	"!",
	"?",
	"+",
	"*",
	"@"
]);
const isExtglobType = (c) => types.has(c);
const isExtglobAST = (c) => isExtglobType(c.type);
const adoptionMap = /* @__PURE__ */ new Map([
	["!", ["@"]],
	["?", ["?", "@"]],
	["@", ["@"]],
	["*", [
		"*",
		"+",
		"?",
		"@"
	]],
	["+", ["+", "@"]]
]);
const adoptionWithSpaceMap = /* @__PURE__ */ new Map([
	["!", ["?"]],
	["@", ["?"]],
	["+", ["?", "*"]]
]);
const adoptionAnyMap = /* @__PURE__ */ new Map([
	["!", ["?", "@"]],
	["?", ["?", "@"]],
	["@", ["?", "@"]],
	["*", [
		"*",
		"+",
		"?",
		"@"
	]],
	["+", [
		"+",
		"@",
		"?",
		"*"
	]]
]);
const usurpMap = /* @__PURE__ */ new Map([
	["!", /* @__PURE__ */ new Map([["!", "@"]])],
	["?", /* @__PURE__ */ new Map([["*", "*"], ["+", "*"]])],
	["@", /* @__PURE__ */ new Map([
		["!", "!"],
		["?", "?"],
		["@", "@"],
		["*", "*"],
		["+", "+"]
	])],
	["+", /* @__PURE__ */ new Map([["?", "*"], ["*", "*"]])]
]);
const startNoTraversal = "(?!(?:^|/)\\.\\.?(?:$|/))";
const startNoDot = "(?!\\.)";
const addPatternStart = /* @__PURE__ */ new Set(["[", "."]);
const justDots = /* @__PURE__ */ new Set(["..", "."]);
const reSpecials = /* @__PURE__ */ new Set("().*{}+?[]^$\\!");
const regExpEscape$1 = (s) => s.replace(/[-[\]{}()*+?.,\\^$|#\s]/g, "\\$&");
const qmark = "[^/]";
const star$1 = "[^/]*?";
const starNoEmpty = "[^/]+?";
let ID = 0;
var AST = class {
	type;
	#root;
	#hasMagic;
	#uflag = false;
	#parts = [];
	#parent;
	#parentIndex;
	#negs;
	#filledNegs = false;
	#options;
	#toString;
	#emptyExt = false;
	id = ++ID;
	get depth() {
		return (this.#parent?.depth ?? -1) + 1;
	}
	[Symbol.for("nodejs.util.inspect.custom")]() {
		return {
			"@@type": "AST",
			id: this.id,
			type: this.type,
			root: this.#root.id,
			parent: this.#parent?.id,
			depth: this.depth,
			partsLength: this.#parts.length,
			parts: this.#parts
		};
	}
	constructor(type, parent, options = {}) {
		this.type = type;
		if (type) this.#hasMagic = true;
		this.#parent = parent;
		this.#root = this.#parent ? this.#parent.#root : this;
		this.#options = this.#root === this ? options : this.#root.#options;
		this.#negs = this.#root === this ? [] : this.#root.#negs;
		if (type === "!" && !this.#root.#filledNegs) this.#negs.push(this);
		this.#parentIndex = this.#parent ? this.#parent.#parts.length : 0;
	}
	get hasMagic() {
		/* c8 ignore start */
		if (this.#hasMagic !== void 0) return this.#hasMagic;
		/* c8 ignore stop */
		for (const p of this.#parts) {
			if (typeof p === "string") continue;
			if (p.type || p.hasMagic) return this.#hasMagic = true;
		}
		return this.#hasMagic;
	}
	toString() {
		return this.#toString !== void 0 ? this.#toString : !this.type ? this.#toString = this.#parts.map((p) => String(p)).join("") : this.#toString = this.type + "(" + this.#parts.map((p) => String(p)).join("|") + ")";
	}
	#fillNegs() {
		/* c8 ignore start */
		if (this !== this.#root) throw new Error("should only call on root");
		if (this.#filledNegs) return this;
		/* c8 ignore stop */
		this.toString();
		this.#filledNegs = true;
		let n;
		while (n = this.#negs.pop()) {
			if (n.type !== "!") continue;
			let p = n;
			let pp = p.#parent;
			while (pp) {
				for (let i = p.#parentIndex + 1; !pp.type && i < pp.#parts.length; i++) for (const part of n.#parts) {
					/* c8 ignore start */
					if (typeof part === "string") throw new Error("string part in extglob AST??");
					/* c8 ignore stop */
					part.copyIn(pp.#parts[i]);
				}
				p = pp;
				pp = p.#parent;
			}
		}
		return this;
	}
	push(...parts) {
		for (const p of parts) {
			if (p === "") continue;
			/* c8 ignore start */
			if (typeof p !== "string" && !(p instanceof _a && p.#parent === this)) throw new Error("invalid part: " + p);
			/* c8 ignore stop */
			this.#parts.push(p);
		}
	}
	toJSON() {
		const ret = this.type === null ? this.#parts.slice().map((p) => typeof p === "string" ? p : p.toJSON()) : [this.type, ...this.#parts.map((p) => p.toJSON())];
		if (this.isStart() && !this.type) ret.unshift([]);
		if (this.isEnd() && (this === this.#root || this.#root.#filledNegs && this.#parent?.type === "!")) ret.push({});
		return ret;
	}
	isStart() {
		if (this.#root === this) return true;
		if (!this.#parent?.isStart()) return false;
		if (this.#parentIndex === 0) return true;
		const p = this.#parent;
		for (let i = 0; i < this.#parentIndex; i++) {
			const pp = p.#parts[i];
			if (!(pp instanceof _a && pp.type === "!")) return false;
		}
		return true;
	}
	isEnd() {
		if (this.#root === this) return true;
		if (this.#parent?.type === "!") return true;
		if (!this.#parent?.isEnd()) return false;
		if (!this.type) return this.#parent?.isEnd();
		/* c8 ignore start */
		const pl = this.#parent ? this.#parent.#parts.length : 0;
		/* c8 ignore stop */
		return this.#parentIndex === pl - 1;
	}
	copyIn(part) {
		if (typeof part === "string") this.push(part);
		else this.push(part.clone(this));
	}
	clone(parent) {
		const c = new _a(this.type, parent);
		for (const p of this.#parts) c.copyIn(p);
		return c;
	}
	static #parseAST(str, ast, pos, opt, extDepth) {
		const maxDepth = opt.maxExtglobRecursion ?? 2;
		let escaping = false;
		let inBrace = false;
		let braceStart = -1;
		let braceNeg = false;
		if (ast.type === null) {
			let i = pos;
			let acc = "";
			while (i < str.length) {
				const c = str.charAt(i++);
				if (escaping || c === "\\") {
					escaping = !escaping;
					acc += c;
					continue;
				}
				if (inBrace) {
					if (i === braceStart + 1) {
						if (c === "^" || c === "!") braceNeg = true;
					} else if (c === "]" && !(i === braceStart + 2 && braceNeg)) inBrace = false;
					acc += c;
					continue;
				} else if (c === "[") {
					inBrace = true;
					braceStart = i;
					braceNeg = false;
					acc += c;
					continue;
				}
				if (!opt.noext && isExtglobType(c) && str.charAt(i) === "(" && extDepth <= maxDepth) {
					ast.push(acc);
					acc = "";
					const ext = new _a(c, ast);
					i = _a.#parseAST(str, ext, i, opt, extDepth + 1);
					ast.push(ext);
					continue;
				}
				acc += c;
			}
			ast.push(acc);
			return i;
		}
		let i = pos + 1;
		let part = new _a(null, ast);
		const parts = [];
		let acc = "";
		while (i < str.length) {
			const c = str.charAt(i++);
			if (escaping || c === "\\") {
				escaping = !escaping;
				acc += c;
				continue;
			}
			if (inBrace) {
				if (i === braceStart + 1) {
					if (c === "^" || c === "!") braceNeg = true;
				} else if (c === "]" && !(i === braceStart + 2 && braceNeg)) inBrace = false;
				acc += c;
				continue;
			} else if (c === "[") {
				inBrace = true;
				braceStart = i;
				braceNeg = false;
				acc += c;
				continue;
			}
			/* c8 ignore stop */
			if (!opt.noext && isExtglobType(c) && str.charAt(i) === "(" && (extDepth <= maxDepth || ast && ast.#canAdoptType(c))) {
				const depthAdd = ast && ast.#canAdoptType(c) ? 0 : 1;
				part.push(acc);
				acc = "";
				const ext = new _a(c, part);
				part.push(ext);
				i = _a.#parseAST(str, ext, i, opt, extDepth + depthAdd);
				continue;
			}
			if (c === "|") {
				part.push(acc);
				acc = "";
				parts.push(part);
				part = new _a(null, ast);
				continue;
			}
			if (c === ")") {
				if (acc === "" && ast.#parts.length === 0) ast.#emptyExt = true;
				part.push(acc);
				acc = "";
				ast.push(...parts, part);
				return i;
			}
			acc += c;
		}
		ast.type = null;
		ast.#hasMagic = void 0;
		ast.#parts = [str.substring(pos - 1)];
		return i;
	}
	#canAdoptWithSpace(child) {
		return this.#canAdopt(child, adoptionWithSpaceMap);
	}
	#canAdopt(child, map = adoptionMap) {
		if (!child || typeof child !== "object" || child.type !== null || child.#parts.length !== 1 || this.type === null) return false;
		const gc = child.#parts[0];
		if (!gc || typeof gc !== "object" || gc.type === null) return false;
		return this.#canAdoptType(gc.type, map);
	}
	#canAdoptType(c, map = adoptionAnyMap) {
		return !!map.get(this.type)?.includes(c);
	}
	#adoptWithSpace(child, index) {
		const gc = child.#parts[0];
		const blank = new _a(null, gc, this.options);
		blank.#parts.push("");
		gc.push(blank);
		this.#adopt(child, index);
	}
	#adopt(child, index) {
		const gc = child.#parts[0];
		this.#parts.splice(index, 1, ...gc.#parts);
		for (const p of gc.#parts) if (typeof p === "object") p.#parent = this;
		this.#toString = void 0;
	}
	#canUsurpType(c) {
		return !!usurpMap.get(this.type)?.has(c);
	}
	#canUsurp(child) {
		if (!child || typeof child !== "object" || child.type !== null || child.#parts.length !== 1 || this.type === null || this.#parts.length !== 1) return false;
		const gc = child.#parts[0];
		if (!gc || typeof gc !== "object" || gc.type === null) return false;
		return this.#canUsurpType(gc.type);
	}
	#usurp(child) {
		const m = usurpMap.get(this.type);
		const gc = child.#parts[0];
		const nt = m?.get(gc.type);
		/* c8 ignore start - impossible */
		if (!nt) return false;
		/* c8 ignore stop */
		this.#parts = gc.#parts;
		for (const p of this.#parts) if (typeof p === "object") p.#parent = this;
		this.type = nt;
		this.#toString = void 0;
		this.#emptyExt = false;
	}
	static fromGlob(pattern, options = {}) {
		const ast = new _a(null, void 0, options);
		_a.#parseAST(pattern, ast, 0, options, 0);
		return ast;
	}
	toMMPattern() {
		/* c8 ignore start */
		if (this !== this.#root) return this.#root.toMMPattern();
		/* c8 ignore stop */
		const glob = this.toString();
		const [re, body, hasMagic, uflag] = this.toRegExpSource();
		if (!(hasMagic || this.#hasMagic || this.#options.nocase && !this.#options.nocaseMagicOnly && glob.toUpperCase() !== glob.toLowerCase())) return body;
		const flags = (this.#options.nocase ? "i" : "") + (uflag ? "u" : "");
		return Object.assign(new RegExp(`^${re}$`, flags), {
			_src: re,
			_glob: glob
		});
	}
	get options() {
		return this.#options;
	}
	toRegExpSource(allowDot) {
		const dot = allowDot ?? !!this.#options.dot;
		if (this.#root === this) {
			this.#flatten();
			this.#fillNegs();
		}
		if (!isExtglobAST(this)) {
			const noEmpty = this.isStart() && this.isEnd() && !this.#parts.some((s) => typeof s !== "string");
			const src = this.#parts.map((p) => {
				const [re, _, hasMagic, uflag] = typeof p === "string" ? _a.#parseGlob(p, this.#hasMagic, noEmpty) : p.toRegExpSource(allowDot);
				this.#hasMagic = this.#hasMagic || hasMagic;
				this.#uflag = this.#uflag || uflag;
				return re;
			}).join("");
			let start = "";
			if (this.isStart()) {
				if (typeof this.#parts[0] === "string") {
					if (!(this.#parts.length === 1 && justDots.has(this.#parts[0]))) {
						const aps = addPatternStart;
						const needNoTrav = dot && aps.has(src.charAt(0)) || src.startsWith("\\.") && aps.has(src.charAt(2)) || src.startsWith("\\.\\.") && aps.has(src.charAt(4));
						const needNoDot = !dot && !allowDot && aps.has(src.charAt(0));
						start = needNoTrav ? startNoTraversal : needNoDot ? startNoDot : "";
					}
				}
			}
			let end = "";
			if (this.isEnd() && this.#root.#filledNegs && this.#parent?.type === "!") end = "(?:$|\\/)";
			return [
				start + src + end,
				unescape(src),
				this.#hasMagic = !!this.#hasMagic,
				this.#uflag
			];
		}
		const repeated = this.type === "*" || this.type === "+";
		const start = this.type === "!" ? "(?:(?!(?:" : "(?:";
		let body = this.#partsToRegExp(dot);
		if (this.isStart() && this.isEnd() && !body && this.type !== "!") {
			const s = this.toString();
			const me = this;
			me.#parts = [s];
			me.type = null;
			me.#hasMagic = void 0;
			return [
				s,
				unescape(this.toString()),
				false,
				false
			];
		}
		let bodyDotAllowed = !repeated || allowDot || dot || false ? "" : this.#partsToRegExp(true);
		if (bodyDotAllowed === body) bodyDotAllowed = "";
		if (bodyDotAllowed) body = `(?:${body})(?:${bodyDotAllowed})*?`;
		let final = "";
		if (this.type === "!" && this.#emptyExt) final = (this.isStart() && !dot ? startNoDot : "") + starNoEmpty;
		else {
			const close = this.type === "!" ? "))" + (this.isStart() && !dot && !allowDot ? startNoDot : "") + "[^/]*?)" : this.type === "@" ? ")" : this.type === "?" ? ")?" : this.type === "+" && bodyDotAllowed ? ")" : this.type === "*" && bodyDotAllowed ? `)?` : `)${this.type}`;
			final = start + body + close;
		}
		return [
			final,
			unescape(body),
			this.#hasMagic = !!this.#hasMagic,
			this.#uflag
		];
	}
	#flatten() {
		if (!isExtglobAST(this)) {
			for (const p of this.#parts) if (typeof p === "object") p.#flatten();
		} else {
			let iterations = 0;
			let done = false;
			do {
				done = true;
				for (let i = 0; i < this.#parts.length; i++) {
					const c = this.#parts[i];
					if (typeof c === "object") {
						c.#flatten();
						if (this.#canAdopt(c)) {
							done = false;
							this.#adopt(c, i);
						} else if (this.#canAdoptWithSpace(c)) {
							done = false;
							this.#adoptWithSpace(c, i);
						} else if (this.#canUsurp(c)) {
							done = false;
							this.#usurp(c);
						}
					}
				}
			} while (!done && ++iterations < 10);
		}
		this.#toString = void 0;
	}
	#partsToRegExp(dot) {
		return this.#parts.map((p) => {
			/* c8 ignore start */
			if (typeof p === "string") throw new Error("string type in extglob ast??");
			/* c8 ignore stop */
			const [re, _, _hasMagic, uflag] = p.toRegExpSource(dot);
			this.#uflag = this.#uflag || uflag;
			return re;
		}).filter((p) => !(this.isStart() && this.isEnd()) || !!p).join("|");
	}
	static #parseGlob(glob, hasMagic, noEmpty = false) {
		let escaping = false;
		let re = "";
		let uflag = false;
		let inStar = false;
		for (let i = 0; i < glob.length; i++) {
			const c = glob.charAt(i);
			if (escaping) {
				escaping = false;
				re += (reSpecials.has(c) ? "\\" : "") + c;
				continue;
			}
			if (c === "*") {
				if (inStar) continue;
				inStar = true;
				re += noEmpty && /^[*]+$/.test(glob) ? starNoEmpty : star$1;
				hasMagic = true;
				continue;
			} else inStar = false;
			if (c === "\\") {
				if (i === glob.length - 1) re += "\\\\";
				else escaping = true;
				continue;
			}
			if (c === "[") {
				const [src, needUflag, consumed, magic] = parseClass(glob, i);
				if (consumed) {
					re += src;
					uflag = uflag || needUflag;
					i += consumed - 1;
					hasMagic = hasMagic || magic;
					continue;
				}
			}
			if (c === "?") {
				re += qmark;
				hasMagic = true;
				continue;
			}
			re += regExpEscape$1(c);
		}
		return [
			re,
			unescape(glob),
			!!hasMagic,
			uflag
		];
	}
};
_a = AST;
// node_modules/minimatch/dist/esm/escape.js
/**
* Escape all magic characters in a glob pattern.
*
* If the {@link MinimatchOptions.windowsPathsNoEscape}
* option is used, then characters are escaped by wrapping in `[]`, because
* a magic character wrapped in a character class can only be satisfied by
* that exact character.  In this mode, `\` is _not_ escaped, because it is
* not interpreted as a magic character, but instead as a path separator.
*
* If the {@link MinimatchOptions.magicalBraces} option is used,
* then braces (`{` and `}`) will be escaped.
*/
const escape = (s, { windowsPathsNoEscape = false, magicalBraces = false } = {}) => {
	if (magicalBraces) return windowsPathsNoEscape ? s.replace(/[?*()[\]{}]/g, "[$&]") : s.replace(/[?*()[\]\\{}]/g, "\\$&");
	return windowsPathsNoEscape ? s.replace(/[?*()[\]]/g, "[$&]") : s.replace(/[?*()[\]\\]/g, "\\$&");
};
// node_modules/minimatch/dist/esm/index.js
const minimatch = (p, pattern, options = {}) => {
	assertValidPattern(pattern);
	if (!options.nocomment && pattern.charAt(0) === "#") return false;
	return new Minimatch(pattern, options).match(p);
};
const starDotExtRE = /^\*+([^+@!?*[(]*)$/;
const starDotExtTest = (ext) => (f) => !f.startsWith(".") && f.endsWith(ext);
const starDotExtTestDot = (ext) => (f) => f.endsWith(ext);
const starDotExtTestNocase = (ext) => {
	ext = ext.toLowerCase();
	return (f) => !f.startsWith(".") && f.toLowerCase().endsWith(ext);
};
const starDotExtTestNocaseDot = (ext) => {
	ext = ext.toLowerCase();
	return (f) => f.toLowerCase().endsWith(ext);
};
const starDotStarRE = /^\*+\.\*+$/;
const starDotStarTest = (f) => !f.startsWith(".") && f.includes(".");
const starDotStarTestDot = (f) => f !== "." && f !== ".." && f.includes(".");
const dotStarRE = /^\.\*+$/;
const dotStarTest = (f) => f !== "." && f !== ".." && f.startsWith(".");
const starRE = /^\*+$/;
const starTest = (f) => f.length !== 0 && !f.startsWith(".");
const starTestDot = (f) => f.length !== 0 && f !== "." && f !== "..";
const qmarksRE = /^\?+([^+@!?*[(]*)?$/;
const qmarksTestNocase = ([$0, ext = ""]) => {
	const noext = qmarksTestNoExt([$0]);
	if (!ext) return noext;
	ext = ext.toLowerCase();
	return (f) => noext(f) && f.toLowerCase().endsWith(ext);
};
const qmarksTestNocaseDot = ([$0, ext = ""]) => {
	const noext = qmarksTestNoExtDot([$0]);
	if (!ext) return noext;
	ext = ext.toLowerCase();
	return (f) => noext(f) && f.toLowerCase().endsWith(ext);
};
const qmarksTestDot = ([$0, ext = ""]) => {
	const noext = qmarksTestNoExtDot([$0]);
	return !ext ? noext : (f) => noext(f) && f.endsWith(ext);
};
const qmarksTest = ([$0, ext = ""]) => {
	const noext = qmarksTestNoExt([$0]);
	return !ext ? noext : (f) => noext(f) && f.endsWith(ext);
};
const qmarksTestNoExt = ([$0]) => {
	const len = $0.length;
	return (f) => f.length === len && !f.startsWith(".");
};
const qmarksTestNoExtDot = ([$0]) => {
	const len = $0.length;
	return (f) => f.length === len && f !== "." && f !== "..";
};
/* c8 ignore start */
const defaultPlatform = typeof process === "object" && process ? typeof process.env === "object" && process.env && process.env.__MINIMATCH_TESTING_PLATFORM__ || process.platform : "posix";
const path = {
	win32: { sep: "\\" },
	posix: { sep: "/" }
};
minimatch.sep = defaultPlatform === "win32" ? path.win32.sep : path.posix.sep;
const GLOBSTAR = Symbol("globstar **");
minimatch.GLOBSTAR = GLOBSTAR;
const star = "[^/]*?";
const twoStarDot = "(?:(?!(?:\\/|^)(?:\\.{1,2})($|\\/)).)*?";
const twoStarNoDot = "(?:(?!(?:\\/|^)\\.).)*?";
const filter = (pattern, options = {}) => (p) => minimatch(p, pattern, options);
minimatch.filter = filter;
const ext = (a, b = {}) => Object.assign({}, a, b);
const defaults = (def) => {
	if (!def || typeof def !== "object" || !Object.keys(def).length) return minimatch;
	const orig = minimatch;
	const m = (p, pattern, options = {}) => orig(p, pattern, ext(def, options));
	return Object.assign(m, {
		Minimatch: class Minimatch extends orig.Minimatch {
			constructor(pattern, options = {}) {
				super(pattern, ext(def, options));
			}
			static defaults(options) {
				return orig.defaults(ext(def, options)).Minimatch;
			}
		},
		AST: class AST extends orig.AST {
			/* c8 ignore start */
			constructor(type, parent, options = {}) {
				super(type, parent, ext(def, options));
			}
			/* c8 ignore stop */
			static fromGlob(pattern, options = {}) {
				return orig.AST.fromGlob(pattern, ext(def, options));
			}
		},
		unescape: (s, options = {}) => orig.unescape(s, ext(def, options)),
		escape: (s, options = {}) => orig.escape(s, ext(def, options)),
		filter: (pattern, options = {}) => orig.filter(pattern, ext(def, options)),
		defaults: (options) => orig.defaults(ext(def, options)),
		makeRe: (pattern, options = {}) => orig.makeRe(pattern, ext(def, options)),
		braceExpand: (pattern, options = {}) => orig.braceExpand(pattern, ext(def, options)),
		match: (list, pattern, options = {}) => orig.match(list, pattern, ext(def, options)),
		sep: orig.sep,
		GLOBSTAR
	});
};
minimatch.defaults = defaults;
const braceExpand = (pattern, options = {}) => {
	assertValidPattern(pattern);
	if (options.nobrace || !/\{(?:(?!\{).)*\}/.test(pattern)) return [pattern];
	return expand(pattern, { max: options.braceExpandMax });
};
minimatch.braceExpand = braceExpand;
const makeRe = (pattern, options = {}) => new Minimatch(pattern, options).makeRe();
minimatch.makeRe = makeRe;
const match = (list, pattern, options = {}) => {
	const mm = new Minimatch(pattern, options);
	list = list.filter((f) => mm.match(f));
	if (mm.options.nonull && !list.length) list.push(pattern);
	return list;
};
minimatch.match = match;
const globMagic = /[?*]|[+@!]\(.*?\)|\[|\]/;
const regExpEscape = (s) => s.replace(/[-[\]{}()*+?.,\\^$|#\s]/g, "\\$&");
var Minimatch = class {
	options;
	set;
	pattern;
	windowsPathsNoEscape;
	nonegate;
	negate;
	comment;
	empty;
	preserveMultipleSlashes;
	partial;
	globSet;
	globParts;
	nocase;
	isWindows;
	platform;
	windowsNoMagicRoot;
	maxGlobstarRecursion;
	regexp;
	constructor(pattern, options = {}) {
		assertValidPattern(pattern);
		options = options || {};
		this.options = options;
		this.maxGlobstarRecursion = options.maxGlobstarRecursion ?? 200;
		this.pattern = pattern;
		this.platform = options.platform || defaultPlatform;
		this.isWindows = this.platform === "win32";
		const awe = "allowWindowsEscape";
		this.windowsPathsNoEscape = !!options.windowsPathsNoEscape || options[awe] === false;
		if (this.windowsPathsNoEscape) this.pattern = this.pattern.replace(/\\/g, "/");
		this.preserveMultipleSlashes = !!options.preserveMultipleSlashes;
		this.regexp = null;
		this.negate = false;
		this.nonegate = !!options.nonegate;
		this.comment = false;
		this.empty = false;
		this.partial = !!options.partial;
		this.nocase = !!this.options.nocase;
		this.windowsNoMagicRoot = options.windowsNoMagicRoot !== void 0 ? options.windowsNoMagicRoot : !!(this.isWindows && this.nocase);
		this.globSet = [];
		this.globParts = [];
		this.set = [];
		this.make();
	}
	hasMagic() {
		if (this.options.magicalBraces && this.set.length > 1) return true;
		for (const pattern of this.set) for (const part of pattern) if (typeof part !== "string") return true;
		return false;
	}
	debug(..._) {}
	make() {
		const pattern = this.pattern;
		const options = this.options;
		if (!options.nocomment && pattern.charAt(0) === "#") {
			this.comment = true;
			return;
		}
		if (!pattern) {
			this.empty = true;
			return;
		}
		this.parseNegate();
		this.globSet = [...new Set(this.braceExpand())];
		if (options.debug) this.debug = (...args) => console.error(...args);
		this.debug(this.pattern, this.globSet);
		const rawGlobParts = this.globSet.map((s) => this.slashSplit(s));
		this.globParts = this.preprocess(rawGlobParts);
		this.debug(this.pattern, this.globParts);
		let set = this.globParts.map((s, _, __) => {
			if (this.isWindows && this.windowsNoMagicRoot) {
				const isUNC = s[0] === "" && s[1] === "" && (s[2] === "?" || !globMagic.test(s[2])) && !globMagic.test(s[3]);
				const isDrive = /^[a-z]:/i.test(s[0]);
				if (isUNC) return [...s.slice(0, 4), ...s.slice(4).map((ss) => this.parse(ss))];
				else if (isDrive) return [s[0], ...s.slice(1).map((ss) => this.parse(ss))];
			}
			return s.map((ss) => this.parse(ss));
		});
		this.debug(this.pattern, set);
		this.set = set.filter((s) => s.indexOf(false) === -1);
		if (this.isWindows) for (let i = 0; i < this.set.length; i++) {
			const p = this.set[i];
			if (p[0] === "" && p[1] === "" && this.globParts[i][2] === "?" && typeof p[3] === "string" && /^[a-z]:$/i.test(p[3])) p[2] = "?";
		}
		this.debug(this.pattern, this.set);
	}
	preprocess(globParts) {
		if (this.options.noglobstar) {
			for (const partset of globParts) for (let j = 0; j < partset.length; j++) if (partset[j] === "**") partset[j] = "*";
		}
		const { optimizationLevel = 1 } = this.options;
		if (optimizationLevel >= 2) {
			globParts = this.firstPhasePreProcess(globParts);
			globParts = this.secondPhasePreProcess(globParts);
		} else if (optimizationLevel >= 1) globParts = this.levelOneOptimize(globParts);
		else globParts = this.adjascentGlobstarOptimize(globParts);
		return globParts;
	}
	adjascentGlobstarOptimize(globParts) {
		return globParts.map((parts) => {
			let gs = -1;
			while (-1 !== (gs = parts.indexOf("**", gs + 1))) {
				let i = gs;
				while (parts[i + 1] === "**") i++;
				if (i !== gs) parts.splice(gs, i - gs);
			}
			return parts;
		});
	}
	levelOneOptimize(globParts) {
		return globParts.map((parts) => {
			parts = parts.reduce((set, part) => {
				const prev = set[set.length - 1];
				if (part === "**" && prev === "**") return set;
				if (part === "..") {
					if (prev && prev !== ".." && prev !== "." && prev !== "**") {
						set.pop();
						return set;
					}
				}
				set.push(part);
				return set;
			}, []);
			return parts.length === 0 ? [""] : parts;
		});
	}
	levelTwoFileOptimize(parts) {
		if (!Array.isArray(parts)) parts = this.slashSplit(parts);
		let didSomething = false;
		do {
			didSomething = false;
			if (!this.preserveMultipleSlashes) {
				for (let i = 1; i < parts.length - 1; i++) {
					const p = parts[i];
					if (i === 1 && p === "" && parts[0] === "") continue;
					if (p === "." || p === "") {
						didSomething = true;
						parts.splice(i, 1);
						i--;
					}
				}
				if (parts[0] === "." && parts.length === 2 && (parts[1] === "." || parts[1] === "")) {
					didSomething = true;
					parts.pop();
				}
			}
			let dd = 0;
			while (-1 !== (dd = parts.indexOf("..", dd + 1))) {
				const p = parts[dd - 1];
				if (p && p !== "." && p !== ".." && p !== "**" && !(this.isWindows && /^[a-z]:$/i.test(p))) {
					didSomething = true;
					parts.splice(dd - 1, 2);
					dd -= 2;
				}
			}
		} while (didSomething);
		return parts.length === 0 ? [""] : parts;
	}
	firstPhasePreProcess(globParts) {
		let didSomething = false;
		do {
			didSomething = false;
			for (let parts of globParts) {
				let gs = -1;
				while (-1 !== (gs = parts.indexOf("**", gs + 1))) {
					let gss = gs;
					while (parts[gss + 1] === "**") gss++;
					if (gss > gs) parts.splice(gs + 1, gss - gs);
					let next = parts[gs + 1];
					const p = parts[gs + 2];
					const p2 = parts[gs + 3];
					if (next !== "..") continue;
					if (!p || p === "." || p === ".." || !p2 || p2 === "." || p2 === "..") continue;
					didSomething = true;
					parts.splice(gs, 1);
					const other = parts.slice(0);
					other[gs] = "**";
					globParts.push(other);
					gs--;
				}
				if (!this.preserveMultipleSlashes) {
					for (let i = 1; i < parts.length - 1; i++) {
						const p = parts[i];
						if (i === 1 && p === "" && parts[0] === "") continue;
						if (p === "." || p === "") {
							didSomething = true;
							parts.splice(i, 1);
							i--;
						}
					}
					if (parts[0] === "." && parts.length === 2 && (parts[1] === "." || parts[1] === "")) {
						didSomething = true;
						parts.pop();
					}
				}
				let dd = 0;
				while (-1 !== (dd = parts.indexOf("..", dd + 1))) {
					const p = parts[dd - 1];
					if (p && p !== "." && p !== ".." && p !== "**") {
						didSomething = true;
						const splin = dd === 1 && parts[dd + 1] === "**" ? ["."] : [];
						parts.splice(dd - 1, 2, ...splin);
						if (parts.length === 0) parts.push("");
						dd -= 2;
					}
				}
			}
		} while (didSomething);
		return globParts;
	}
	secondPhasePreProcess(globParts) {
		for (let i = 0; i < globParts.length - 1; i++) for (let j = i + 1; j < globParts.length; j++) {
			const matched = this.partsMatch(globParts[i], globParts[j], !this.preserveMultipleSlashes);
			if (matched) {
				globParts[i] = [];
				globParts[j] = matched;
				break;
			}
		}
		return globParts.filter((gs) => gs.length);
	}
	partsMatch(a, b, emptyGSMatch = false) {
		let ai = 0;
		let bi = 0;
		let result = [];
		let which = "";
		while (ai < a.length && bi < b.length) if (a[ai] === b[bi]) {
			result.push(which === "b" ? b[bi] : a[ai]);
			ai++;
			bi++;
		} else if (emptyGSMatch && a[ai] === "**" && b[bi] === a[ai + 1]) {
			result.push(a[ai]);
			ai++;
		} else if (emptyGSMatch && b[bi] === "**" && a[ai] === b[bi + 1]) {
			result.push(b[bi]);
			bi++;
		} else if (a[ai] === "*" && b[bi] && (this.options.dot || !b[bi].startsWith(".")) && b[bi] !== "**") {
			if (which === "b") return false;
			which = "a";
			result.push(a[ai]);
			ai++;
			bi++;
		} else if (b[bi] === "*" && a[ai] && (this.options.dot || !a[ai].startsWith(".")) && a[ai] !== "**") {
			if (which === "a") return false;
			which = "b";
			result.push(b[bi]);
			ai++;
			bi++;
		} else return false;
		return a.length === b.length && result;
	}
	parseNegate() {
		if (this.nonegate) return;
		const pattern = this.pattern;
		let negate = false;
		let negateOffset = 0;
		for (let i = 0; i < pattern.length && pattern.charAt(i) === "!"; i++) {
			negate = !negate;
			negateOffset++;
		}
		if (negateOffset) this.pattern = pattern.slice(negateOffset);
		this.negate = negate;
	}
	matchOne(file, pattern, partial = false) {
		let fileStartIndex = 0;
		let patternStartIndex = 0;
		if (this.isWindows) {
			const fileDrive = typeof file[0] === "string" && /^[a-z]:$/i.test(file[0]);
			const fileUNC = !fileDrive && file[0] === "" && file[1] === "" && file[2] === "?" && /^[a-z]:$/i.test(file[3]);
			const patternDrive = typeof pattern[0] === "string" && /^[a-z]:$/i.test(pattern[0]);
			const patternUNC = !patternDrive && pattern[0] === "" && pattern[1] === "" && pattern[2] === "?" && typeof pattern[3] === "string" && /^[a-z]:$/i.test(pattern[3]);
			const fdi = fileUNC ? 3 : fileDrive ? 0 : void 0;
			const pdi = patternUNC ? 3 : patternDrive ? 0 : void 0;
			if (typeof fdi === "number" && typeof pdi === "number") {
				const [fd, pd] = [file[fdi], pattern[pdi]];
				if (fd.toLowerCase() === pd.toLowerCase()) {
					pattern[pdi] = fd;
					patternStartIndex = pdi;
					fileStartIndex = fdi;
				}
			}
		}
		const { optimizationLevel = 1 } = this.options;
		if (optimizationLevel >= 2) file = this.levelTwoFileOptimize(file);
		if (pattern.includes(GLOBSTAR)) return this.#matchGlobstar(file, pattern, partial, fileStartIndex, patternStartIndex);
		return this.#matchOne(file, pattern, partial, fileStartIndex, patternStartIndex);
	}
	#matchGlobstar(file, pattern, partial, fileIndex, patternIndex) {
		const firstgs = pattern.indexOf(GLOBSTAR, patternIndex);
		const lastgs = pattern.lastIndexOf(GLOBSTAR);
		const [head, body, tail] = partial ? [
			pattern.slice(patternIndex, firstgs),
			pattern.slice(firstgs + 1),
			[]
		] : [
			pattern.slice(patternIndex, firstgs),
			pattern.slice(firstgs + 1, lastgs),
			pattern.slice(lastgs + 1)
		];
		if (head.length) {
			const fileHead = file.slice(fileIndex, fileIndex + head.length);
			if (!this.#matchOne(fileHead, head, partial, 0, 0)) return false;
			fileIndex += head.length;
			patternIndex += head.length;
		}
		let fileTailMatch = 0;
		if (tail.length) {
			if (tail.length + fileIndex > file.length) return false;
			let tailStart = file.length - tail.length;
			if (this.#matchOne(file, tail, partial, tailStart, 0)) fileTailMatch = tail.length;
			else {
				if (file[file.length - 1] !== "" || fileIndex + tail.length === file.length) return false;
				tailStart--;
				if (!this.#matchOne(file, tail, partial, tailStart, 0)) return false;
				fileTailMatch = tail.length + 1;
			}
		}
		if (!body.length) {
			let sawSome = !!fileTailMatch;
			for (let i = fileIndex; i < file.length - fileTailMatch; i++) {
				const f = String(file[i]);
				sawSome = true;
				if (f === "." || f === ".." || !this.options.dot && f.startsWith(".")) return false;
			}
			return partial || sawSome;
		}
		const bodySegments = [[[], 0]];
		let currentBody = bodySegments[0];
		let nonGsParts = 0;
		const nonGsPartsSums = [0];
		for (const b of body) if (b === GLOBSTAR) {
			nonGsPartsSums.push(nonGsParts);
			currentBody = [[], 0];
			bodySegments.push(currentBody);
		} else {
			currentBody[0].push(b);
			nonGsParts++;
		}
		let i = bodySegments.length - 1;
		const fileLength = file.length - fileTailMatch;
		for (const b of bodySegments) b[1] = fileLength - (nonGsPartsSums[i--] + b[0].length);
		return !!this.#matchGlobStarBodySections(file, bodySegments, fileIndex, 0, partial, 0, !!fileTailMatch);
	}
	#matchGlobStarBodySections(file, bodySegments, fileIndex, bodyIndex, partial, globStarDepth, sawTail) {
		const bs = bodySegments[bodyIndex];
		if (!bs) {
			for (let i = fileIndex; i < file.length; i++) {
				sawTail = true;
				const f = file[i];
				if (f === "." || f === ".." || !this.options.dot && f.startsWith(".")) return false;
			}
			return sawTail;
		}
		const [body, after] = bs;
		while (fileIndex <= after) {
			if (this.#matchOne(file.slice(0, fileIndex + body.length), body, partial, fileIndex, 0) && globStarDepth < this.maxGlobstarRecursion) {
				const sub = this.#matchGlobStarBodySections(file, bodySegments, fileIndex + body.length, bodyIndex + 1, partial, globStarDepth + 1, sawTail);
				if (sub !== false) return sub;
			}
			const f = file[fileIndex];
			if (f === "." || f === ".." || !this.options.dot && f.startsWith(".")) return false;
			fileIndex++;
		}
		return partial || null;
	}
	#matchOne(file, pattern, partial, fileIndex, patternIndex) {
		let fi;
		let pi;
		let pl;
		let fl;
		for (fi = fileIndex, pi = patternIndex, fl = file.length, pl = pattern.length; fi < fl && pi < pl; fi++, pi++) {
			this.debug("matchOne loop");
			let p = pattern[pi];
			let f = file[fi];
			this.debug(pattern, p, f);
			/* c8 ignore start */
			if (p === false || p === GLOBSTAR) return false;
			/* c8 ignore stop */
			let hit;
			if (typeof p === "string") {
				hit = f === p;
				this.debug("string match", p, f, hit);
			} else {
				hit = p.test(f);
				this.debug("pattern match", p, f, hit);
			}
			if (!hit) return false;
		}
		if (fi === fl && pi === pl) return true;
		else if (fi === fl) return partial;
		else if (pi === pl) return fi === fl - 1 && file[fi] === "";
		else throw new Error("wtf?");
		/* c8 ignore stop */
	}
	braceExpand() {
		return braceExpand(this.pattern, this.options);
	}
	parse(pattern) {
		assertValidPattern(pattern);
		const options = this.options;
		if (pattern === "**") return GLOBSTAR;
		if (pattern === "") return "";
		let m;
		let fastTest = null;
		if (m = pattern.match(starRE)) fastTest = options.dot ? starTestDot : starTest;
		else if (m = pattern.match(starDotExtRE)) fastTest = (options.nocase ? options.dot ? starDotExtTestNocaseDot : starDotExtTestNocase : options.dot ? starDotExtTestDot : starDotExtTest)(m[1]);
		else if (m = pattern.match(qmarksRE)) fastTest = (options.nocase ? options.dot ? qmarksTestNocaseDot : qmarksTestNocase : options.dot ? qmarksTestDot : qmarksTest)(m);
		else if (m = pattern.match(starDotStarRE)) fastTest = options.dot ? starDotStarTestDot : starDotStarTest;
		else if (m = pattern.match(dotStarRE)) fastTest = dotStarTest;
		const re = AST.fromGlob(pattern, this.options).toMMPattern();
		if (fastTest && typeof re === "object") Reflect.defineProperty(re, "test", { value: fastTest });
		return re;
	}
	makeRe() {
		if (this.regexp || this.regexp === false) return this.regexp;
		const set = this.set;
		if (!set.length) {
			this.regexp = false;
			return this.regexp;
		}
		const options = this.options;
		const twoStar = options.noglobstar ? star : options.dot ? twoStarDot : twoStarNoDot;
		const flags = new Set(options.nocase ? ["i"] : []);
		let re = set.map((pattern) => {
			const pp = pattern.map((p) => {
				if (p instanceof RegExp) for (const f of p.flags.split("")) flags.add(f);
				return typeof p === "string" ? regExpEscape(p) : p === GLOBSTAR ? GLOBSTAR : p._src;
			});
			pp.forEach((p, i) => {
				const next = pp[i + 1];
				const prev = pp[i - 1];
				if (p !== GLOBSTAR || prev === GLOBSTAR) return;
				if (prev === void 0) {
					if (next !== void 0 && next !== GLOBSTAR) pp[i + 1] = "(?:\\/|" + twoStar + "\\/)?" + next;
					else pp[i] = twoStar;
				} else if (next === void 0) pp[i - 1] = prev + "(?:\\/|\\/" + twoStar + ")?";
				else if (next !== GLOBSTAR) {
					pp[i - 1] = prev + "(?:\\/|\\/" + twoStar + "\\/)" + next;
					pp[i + 1] = GLOBSTAR;
				}
			});
			const filtered = pp.filter((p) => p !== GLOBSTAR);
			if (this.partial && filtered.length >= 1) {
				const prefixes = [];
				for (let i = 1; i <= filtered.length; i++) prefixes.push(filtered.slice(0, i).join("/"));
				return "(?:" + prefixes.join("|") + ")";
			}
			return filtered.join("/");
		}).join("|");
		const [open, close] = set.length > 1 ? ["(?:", ")"] : ["", ""];
		re = "^" + open + re + close + "$";
		if (this.partial) re = "^(?:\\/|" + open + re.slice(1, -1) + close + ")$";
		if (this.negate) re = "^(?!" + re + ").+$";
		try {
			this.regexp = new RegExp(re, [...flags].join(""));
		} catch {
			this.regexp = false;
		}
		/* c8 ignore stop */
		return this.regexp;
	}
	slashSplit(p) {
		if (this.preserveMultipleSlashes) return p.split("/");
		else if (this.isWindows && /^\/\/[^/]+/.test(p)) return ["", ...p.split(/\/+/)];
		else return p.split(/\/+/);
	}
	match(f, partial = this.partial) {
		this.debug("match", f, this.pattern);
		if (this.comment) return false;
		if (this.empty) return f === "";
		if (f === "/" && partial) return true;
		const options = this.options;
		if (this.isWindows) f = f.split("\\").join("/");
		const ff = this.slashSplit(f);
		this.debug(this.pattern, "split", ff);
		const set = this.set;
		this.debug(this.pattern, "set", set);
		let filename = ff[ff.length - 1];
		if (!filename) for (let i = ff.length - 2; !filename && i >= 0; i--) filename = ff[i];
		for (const pattern of set) {
			let file = ff;
			if (options.matchBase && pattern.length === 1) file = [filename];
			if (this.matchOne(file, pattern, partial)) {
				if (options.flipNegate) return true;
				return !this.negate;
			}
		}
		if (options.flipNegate) return false;
		return this.negate;
	}
	static defaults(def) {
		return minimatch.defaults(def).Minimatch;
	}
};
/* c8 ignore stop */
minimatch.AST = AST;
minimatch.Minimatch = Minimatch;
minimatch.escape = escape;
minimatch.unescape = unescape;
export { Minimatch, require_commonjs, require_commonjs$2 as require_commonjs$1, require_commonjs$3 as require_commonjs$2, require_dist, require_dist$1, require_dist$2, require_minimatch, require_src };
