import { readWheelInputs, runAction, runWheel } from "./action.js";
// src/entries/actions/wheel.ts
await runAction(process, "wheel", readWheelInputs, runWheel);
export {};
