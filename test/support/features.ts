import { registerFeatures } from '../../src/entries/features.ts';

// Tests call functions of the core, which must know the features as in the programs.
registerFeatures();
