// Writes the types of the TypeScript client from the OpenAPI document of the routes. They are
// committed: an editor shows them, and a review shows what changes for clients. With --check,
// nothing is written, and the exit code is 1 if they are outdated.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import openapiTypes, { astToString } from 'openapi-typescript'
import { root } from './build-stamp.mjs'
import { bundle } from './build.mjs'
import { generate } from './generate.mjs'

const CLIENT_TYPES = join(root, 'clients/typescript/src/schema.ts')

/**
 * The types of a document. Every failure is a problem document, whatever its status: the client
 * throws it, so the successful responses are all that differs.
 */
async function clientTypes(document) {
  const paths = Object.entries(document.paths).map(([path, methods]) => [
    path,
    Object.fromEntries(Object.entries(methods).map(([method, of]) => [method, plain(of)])),
  ])
  const { schemas } = document.components
  const nodes = await openapiTypes({
    openapi: document.openapi,
    info: document.info,
    paths: Object.fromEntries(paths),
    components: { schemas, responses: { Problem: PROBLEM } },
  })
  const text = astToString(nodes).replaceAll(/^export type (webhooks|\$defs) .*\n/gm, '')
  return `// Written by scripts/write-client-types.mjs from the OpenAPI document.\n${text}`
}

const PROBLEM = {
  description: 'Problem details (RFC 9457)',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
}

function plain({ requestBody, responses, ...operation }) {
  const successes = Object.entries(responses).filter(([status]) => status < '400')
  return {
    ...operation,
    ...(requestBody && { requestBody: withoutExamples(requestBody) }),
    responses: {
      ...Object.fromEntries(successes.map(([status, of]) => [status, withoutExamples(of)])),
      default: { $ref: '#/components/responses/Problem' },
    },
  }
}

/** Examples of whole bodies would be half of the file; those of single fields stay. */
function withoutExamples({ content, ...rest }) {
  if (!content) return rest
  const types = Object.entries(content).map(([type, { schema }]) => [type, { schema }])
  return { ...rest, content: Object.fromEntries(types) }
}

/** The types by the declarations of the routes as they are now. */
async function currentTypes() {
  await generate()
  const file = 'dist/server/openapi.mjs'
  await bundle('server/openapi.ts', file)
  const { openApiDocument } = await import(pathToFileURL(join(root, file)).href)
  return clientTypes(await openApiDocument())
}

/** Writes the types; an editor is not bothered if they are the same. */
export async function writeClientTypes() {
  const text = await currentTypes()
  if (readFileSync(CLIENT_TYPES, 'utf8') !== text) writeFileSync(CLIENT_TYPES, text)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (!process.argv.includes('--check')) await writeClientTypes()
  else if (readFileSync(CLIENT_TYPES, 'utf8') !== (await currentTypes())) {
    console.error('The types of the client are outdated. Run npm run build:clients.')
    process.exit(1)
  }
  process.exit()
}
