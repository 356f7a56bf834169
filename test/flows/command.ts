/** The command line, without what the built one does before it loads its parts. */
import { main } from "../../src/cli/main.ts";

await main();
