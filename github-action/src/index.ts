// Where the runner starts.
import "../../npm/dist/load/node.js";
import { main } from "./main.js";

await main(process.env);
