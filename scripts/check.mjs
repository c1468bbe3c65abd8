// npm run check: generates what is not committed, then checks format, types, lint and unused code,
// two at a time. Prints the output of each in one piece when it ends.
import { spawn } from 'node:child_process'
import { generate } from './generate.mjs'

const AT_ONCE = 2
/** The slowest first. */
const CHECKS = ['check:format', 'check:types', 'check:lint', 'check:unused']
/** @type {string[]} */
const failed = []

/**
 * @param {string} name
 * @returns {Promise<void>}
 */
function run(name) {
  return new Promise((resolve) => {
    const child = spawn('npm', ['run', '--silent', name], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, FORCE_COLOR: process.stdout.isTTY ? '1' : '0' },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => (output += chunk))
    /** @param {number | null} code */
    const end = (code) => {
      console.log(`── ${name}\n${output}`)
      if (code !== 0) failed.push(name)
      resolve()
    }
    child.on('error', (error) => {
      output += error.message
      end(null)
    })
    child.on('close', end)
  })
}

await generate()
const waiting = [...CHECKS]
const lane = async () => {
  for (let name = waiting.shift(); name; name = waiting.shift()) await run(name)
}
await Promise.all(Array.from({ length: AT_ONCE }, lane))
if (failed.length > 0) console.error(`failed: ${failed.join(', ')}`)
process.exit(failed.length > 0 ? 1 : 0)
