import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuildContext } from '../../src/core/base/context.ts';
import { BRIDGE_VERSION } from '../../src/core/bridge/protocol.ts';
import { readPlatform } from '../../src/core/toolchain/platform.ts';
import { silentLog } from './silent-log.ts';

/**
 * Writes a program that replaces Python with the bridge, and returns its path. It answers a digest
 * request with the digest of the function's name. For the functions `opaque`, `missing` (its import
 * fails) and `crashes` it returns none. It adds a line to the file `starts` beside it at each
 * start, and to `asked` for each request.
 */
export async function fakeInterpreter(folder: string): Promise<string> {
  const program = `#!/usr/bin/env python3
import hashlib, json, os, sys
def note(name, text):
    with open(os.path.join(${JSON.stringify(folder)}, name), "a") as file:
        file.write(text + "\\n")
note("starts", str(os.getpid()))
print(json.dumps({"ready": True, "triton": "0", "python": "0", "bridge": ${BRIDGE_VERSION}}), flush=True)
for line in sys.stdin:
    request = json.loads(line)
    name = request["source"]["function"]
    note("asked", request["kind"] + " " + name)
    if name == "crashes":
        os.abort()
    digest = None if name == "opaque" else hashlib.sha256(name.encode()).hexdigest()
    answer = {"ok": True, "digest": digest}
    if name == "missing":
        answer = {"ok": False, "failure": {"reason": "import", "message": "no"}}
    print(json.dumps({"id": request["id"], "cpuSeconds": 0, **answer}), flush=True)
    sys.stderr.write("\\x1e%d\\n" % request["id"])
    sys.stderr.flush()
`;
  const file = join(folder, 'python');
  await writeFile(file, program);
  await chmod(file, 0o755);
  return file;
}

/** Returns a context with this home and scratch folder. */
export function fakeContext(folder: string): BuildContext {
  return {
    env: process.env,
    platform: readPlatform(),
    log: silentLog,
    signal: new AbortController().signal,
    home: folder,
    scratch: folder,
    freeBytes: () => Promise.resolve(1e12),
    now: () => 0,
  };
}
