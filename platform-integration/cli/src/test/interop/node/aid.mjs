// Makes a shell with an Asset Interfaces Description of a Thing Description: node aid.mjs TD AID [PREFIX], with the beginning of the hrefs
// that are meant where it is not the first form.
import { readFileSync, writeFileSync } from "node:fs";
import { AssetInterfacesDescription } from "@thingweb/aas-aid";

const [description, shell, ...prefixes] = process.argv.slice(2);
const made = new AssetInterfacesDescription().transformTD2AID(
  readFileSync(description, "utf8"),
  { createAAS: true },
  prefixes.length ? prefixes : undefined,
);
writeFileSync(shell, made);
