import { readWheelInputs, runEntry, runWheel } from "./action.js";
// src/wheel.ts
await runEntry(process, readWheelInputs, runWheel);
export {};
