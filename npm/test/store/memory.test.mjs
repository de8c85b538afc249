import { MemoryStore } from "../../dist/store/memory.js";
import { storeContract } from "./contract.mjs";

storeContract("memory store", async (files) => new MemoryStore(files));
