// Stands for actions/setup-node: `node` is the one of the tests, whatever version is wanted.
