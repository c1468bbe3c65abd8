import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const text = readFileSync(join(import.meta.dirname, 'compose.yaml'), 'utf8')
/** Each variable with what follows its name: `:?message`, `:-default`, or nothing. */
const variables = [...text.matchAll(/(?<!\$)\$\{(\w+)([^}]*)\}/g)].map(([, name, rest]) => ({
  name: name!,
  rest: rest!,
}))
const MAY_HAVE_DEFAULT = ['GATEHOUSE_PORT', 'GATEHOUSE_DATABASE', 'BACKUP_FOLDER']

describe('the compose file', () => {
  it('refuses to start without a secret, instead of having a default that everyone knows', () => {
    const loose = variables.filter(({ rest }) => !/^:\?.+/.test(rest)).map(({ name }) => name)
    expect(loose).toEqual(MAY_HAVE_DEFAULT)
  })

  it('contains no secret itself', () => {
    const assigned = text.matchAll(/^ *\w*(?:SECRET|PASSWORD|_KEY)\w*: *(.*)$/gm)
    expect([...assigned].map(([, value]) => value!.slice(0, 2))).toEqual(Array(6).fill('${'))
    for (const [, credentials] of text.matchAll(/:\/\/([^@\n]*)@/g))
      expect(credentials).toMatch(/:\$\{\w+:\?[^}]+\}$/)
  })

  it('backs up with the pg_dump of the server', () => {
    const dockerfile = readFileSync(join(import.meta.dirname, '../Dockerfile'), 'utf8')
    const [, image] = /^ARG POSTGRES_IMAGE=(.+)$/m.exec(dockerfile)!
    expect(text).toContain(`    image: ${image}\n`)
  })

  it('publishes only the service, and only on the loopback interface', () => {
    expect([...text.matchAll(/^ *ports: (.*)$/gm)].map(([, ports]) => ports)).toEqual([
      "['127.0.0.1:${GATEHOUSE_PORT:-3000}:3000']",
    ])
  })
})
