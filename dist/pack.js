import { JSON_OPTION, distribute, findPackages, parseList } from "./core.js";
import { formatSize } from "./start.js";
// src/cli/pack.ts
const PACKAGES_OPTION = [
	"--package <folders>",
	"Packages, or folders of packages",
	parseList,
	Array.of("aot")
];
/** The command `pack`. */
const addPackCommand = (program, context, answer) => {
	program.command("pack").description("Create archives of packages").option(...PACKAGES_OPTION).option("--out <folder>", "Folder to write the files to", "release").option(...JSON_OPTION).addHelpText("after", HELP).action(async (options) => {
		const { out } = options;
		const packages = (await Promise.all(options.package.map(findPackages))).flat();
		const distributions = await context.log.group(`Pack into ${out}`, () => distribute(packages, out, context), (packed) => [packed.length, "package"]);
		answer(options.json, packJson(distributions), packText(distributions, out));
	});
};
const HELP = `
Writes checksums and an SBOM beside the archives. Equal packages give equal archives, byte for byte,
on every machine.

Examples:
  triton-aot pack
  triton-aot pack --package aot --out dist`;
/** The text of `pack`: each package, and its files with size and SHA-256. */
function packText(distributions, out) {
	return distributions.map(({ pkg: { folder, manifest }, files }) => {
		const widths = {
			name: Math.max(...files.map(({ name }) => name.length)),
			size: Math.max(...files.map(({ size }) => formatSize(size).length))
		};
		const lines = files.map(({ name, size, sha256 }) => `  ${name.padEnd(widths.name)}  ${formatSize(size).padStart(widths.size)}  ${sha256}\n`);
		return `Packed ${manifest.package} ${manifest.version} from ${folder} into ${out}\n${lines.join("")}`;
	}).join("");
}
function packJson(distributions) {
	return { packages: distributions.map(({ pkg: { folder, manifest }, stem, files }) => ({
		package: manifest.package,
		version: manifest.version,
		folder,
		stem,
		files
	})) };
}
export { PACKAGES_OPTION, addPackCommand };
