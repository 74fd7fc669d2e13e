import { __esmMin } from "./rolldown-runtime.js";
// node_modules/p-map/index.js
function pMap(iterable, mapper, options) {
	return mapConcurrently(iterable, mapper, options, false);
}
async function mapConcurrently(iterable, mapper, { concurrency = Number.POSITIVE_INFINITY, stopOnError = true, signal } = {}, isSettled) {
	return new Promise((resolve_, reject_) => {
		validateOptions(iterable, mapper, concurrency);
		const result = [];
		const errors = [];
		let skippedCount = 0;
		let isResolved = false;
		let isIterableDone = false;
		const pendingIndexes = /* @__PURE__ */ new Set();
		let doneIndex = Number.POSITIVE_INFINITY;
		let currentIndex = 0;
		const iterator = getIterator(iterable);
		const signalListener = () => {
			reject(signal.reason);
		};
		const cleanup = () => {
			signal?.removeEventListener("abort", signalListener);
		};
		const resolve = (value) => {
			resolve_(value);
			cleanup();
		};
		const reject = (reason) => {
			if (isResolved) return;
			isResolved = true;
			reject_(reason);
			cleanup();
			if (!isIterableDone) closeIterator(iterator);
		};
		if (signal) {
			if (signal.aborted) {
				reject(signal.reason);
				return;
			}
			signal.addEventListener("abort", signalListener, { once: true });
		}
		const pull = createPuller(iterator);
		const settleIfFinished = () => {
			if (isResolved || doneIndex === Number.POSITIVE_INFINITY) return;
			for (const index of pendingIndexes) if (index < doneIndex) return;
			if (!stopOnError) {
				const collectedErrors = [];
				for (let index = 0; index < Math.min(doneIndex, errors.length); index++) if (index in errors) collectedErrors.push(errors[index]);
				if (collectedErrors.length > 0) {
					reject(new AggregateError(collectedErrors));
					return;
				}
			}
			isResolved = true;
			if (!isIterableDone) closeIterator(iterator);
			const lastIndex = Math.min(doneIndex, result.length);
			if (lastIndex === result.length && skippedCount === 0) {
				resolve(result);
				return;
			}
			resolve(result.slice(0, lastIndex).filter((value) => value !== pMapSkip));
		};
		const next = async () => {
			if (isResolved || currentIndex >= doneIndex) return;
			const index = currentIndex++;
			pendingIndexes.add(index);
			let nextItem;
			try {
				nextItem = await pull();
			} catch (error) {
				pendingIndexes.delete(index);
				if (index < doneIndex) throw error;
				settleIfFinished();
				return;
			}
			if (nextItem.done) {
				pendingIndexes.delete(index);
				doneIndex = Math.min(doneIndex, index);
				isIterableDone = true;
				settleIfFinished();
				return;
			}
			(async () => {
				try {
					const element = await nextItem.value;
					if (isResolved || index >= doneIndex) return;
					const value = await mapper(element, index);
					if (index >= doneIndex) return;
					if (value === pMapStop) {
						doneIndex = index;
						return;
					}
					if (value === pMapSkip) skippedCount++;
					result[index] = isSettled && value !== pMapSkip ? {
						status: "fulfilled",
						value
					} : value;
				} catch (error) {
					if (index >= doneIndex) return;
					if (isSettled) result[index] = {
						status: "rejected",
						reason: error
					};
					else if (stopOnError) {
						reject(error);
						return;
					} else errors[index] = error;
				} finally {
					pendingIndexes.delete(index);
					settleIfFinished();
				}
				try {
					await next();
				} catch (error) {
					reject(error);
				}
			})().then(() => new Promise(() => {})).then(resolve_);
		};
		(async () => {
			for (let index = 0; index < concurrency; index++) {
				try {
					await next();
				} catch (error) {
					reject(error);
					break;
				}
				if (isResolved || currentIndex >= doneIndex) break;
			}
		})();
	});
}
function validateOptions(iterable, mapper, concurrency) {
	if (iterable?.[Symbol.iterator] === void 0 && iterable?.[Symbol.asyncIterator] === void 0) throw new TypeError(`Expected \`input\` to be either an \`Iterable\` or \`AsyncIterable\`, got (${typeof iterable})`);
	if (typeof mapper !== "function") throw new TypeError("Mapper function is required");
	if (!isLimit(concurrency, 1)) throw new TypeError(`Expected \`concurrency\` to be an integer from 1 and up or \`Infinity\`, got \`${concurrency}\` (${typeof concurrency})`);
}
function isLimit(value, minimum) {
	return Number.isSafeInteger(value) && value >= minimum || value === Number.POSITIVE_INFINITY;
}
function getIterator(iterable) {
	return iterable[Symbol.asyncIterator] === void 0 ? iterable[Symbol.iterator]() : iterable[Symbol.asyncIterator]();
}
async function closeIterator(iterator) {
	try {
		await iterator.return?.();
	} catch {}
}
function createPuller(iterator) {
	let isSourceDone = false;
	const markDone = (item) => {
		if (item?.done) isSourceDone = true;
	};
	return () => {
		if (isSourceDone) return { done: true };
		const result = iterator.next();
		markDone(result);
		if (typeof result?.then !== "function") return result;
		const promise = Promise.resolve(result);
		promise.then(markDone, () => {});
		return promise;
	};
}
var pMapSkip, pMapStop;
__esmMin((() => {
	pMapSkip = Symbol("skip");
	pMapStop = Symbol("stop");
}))();
export { pMap as default };
