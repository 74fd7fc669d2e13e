import { releaseKinds } from '../../github/publish/released.ts';

/** The type of the attestation of what programs took from a bundle. */
export const REPLAYS_PREDICATE = 'https://github.com/triton-aot/triton-aot-action/replays/v1';

/** Has `publish` attach bundles. The command and the action are in the lists of `entries`. */
export function registerBundle(): void {
  releaseKinds.add({
    name: 'bundle',
    paths: {
      name: 'bundles',
      option: ['--bundle <wheels>', 'Wheels of bundles, or folders of them'],
    },
    details: [
      {
        name: 'replays',
        option: [
          '--replays <folder>',
          'What programs wrote to TRITON_AOT_REPLAY with these bundles',
        ],
      },
    ],
    example: 'triton-aot publish --tag v1.2.0 --no-package --bundle dist --replays replays',
    statements: { replays: { what: 'the replays', predicateType: REPLAYS_PREDICATE } },
    distribute: async ({ bundles = [], replays = [] }, out, context) => {
      const { distributeBundles } = await import('./distribute.ts');
      return distributeBundles({ bundles, replays: replays[0] }, out, context);
    },
  });
}
