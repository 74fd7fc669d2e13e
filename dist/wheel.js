import { readWheelInputs, runEntry, runWheel } from "./action.js";
// src/action/entries/wheel.ts
await runEntry(process, "wheel", readWheelInputs, runWheel);
export {};
