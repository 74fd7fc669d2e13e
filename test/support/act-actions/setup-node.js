// Stands for actions/setup-node: `node` is the one of the tests.
console.log(`Node ${process.version}, whatever version is wanted`);
