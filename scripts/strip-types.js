import { transformSync } from 'rolldown/utils';

/** Reads TypeScript for Jest's own runner, which `mutants.js` uses. */
export default {
  process(source, path) {
    const { code, errors } = transformSync(path, source);
    if (errors.length > 0) throw new Error(`${path}: ${errors.map(String).join('; ')}`);
    return { code };
  },
};
