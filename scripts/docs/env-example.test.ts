import { parse } from 'dotenv'
import { describe, expect, it } from 'vitest'
import { environmentNames, parseEnvironment, settingEntries } from '@/lib/config/env'
import { catalogVariables } from '@/lib/config/provider-names'
import { environmentFaults } from '@/lib/config/environment-rules'
import { EXAMPLE_JWT_SECRET } from '@/lib/config/setting-formats'
import { envExample } from '@/scripts/docs/env-example'

const text = envExample()
/** With all of its values set. */
const example = parse(text.replace(/^#(?=[A-Z][A-Z0-9_]*=)/gm, ''))

describe('settings', () => {
  it('have a property and a dashboard name of their own', () => {
    const properties = settingEntries.flatMap(([, { property }]) => property ?? [])
    const names = settingEntries.flatMap(([, { editable }]) => editable?.name ?? [])
    expect(properties).toHaveLength(new Set(properties).size)
    expect(names).toHaveLength(new Set(names).size)
  })
})

describe('.env.example', () => {
  it('lists exactly the settings that the service reads, each once', () => {
    const listed = [...text.matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name!)
    // It shows only a few providers; docs/providers.md lists them all.
    const ofProviders = listed.filter((name) => catalogVariables.includes(name))
    expect(new Set(ofProviders).size).toBe(ofProviders.length)
    expect(listed.filter((name) => !ofProviders.includes(name)).sort()).toEqual(
      [...environmentNames].sort(),
    )
  })

  it('sets nothing as long as it is unchanged, so that administrators can change settings in the dashboard', () => {
    expect(Object.values(parse(text)).filter((value) => value !== '')).toEqual([])
  })

  it('starts the service in local mode with its values', () => {
    const parsed = parseEnvironment(example)
    expect(parsed).toMatchObject({ ok: true })
    expect(parsed.ok && environmentFaults(parsed.environment)).toEqual([])
  })

  it('shows the defaults: each value equals that of an unset variable', () => {
    const shown = parseEnvironment(example)
    const unset = parseEnvironment({})
    if (!shown.ok || !unset.ok) throw new Error('it does not parse')
    for (const [name, value] of Object.entries(unset.environment))
      expect([name, shown.environment[name as keyof typeof shown.environment]]).toEqual([
        name,
        value,
      ])
  })

  it('contains no secret that production would accept', () => {
    expect(example.AUTH_JWT_SECRET).toBe(EXAMPLE_JWT_SECRET)
    const parsed = parseEnvironment({ ...example, APP_ENV: 'production' })
    expect(parsed.ok && environmentFaults(parsed.environment)).toContain(
      'AUTH_JWT_SECRET must be random',
    )
  })

  it('marks every setting that production requires', () => {
    const parsed = parseEnvironment({ APP_ENV: 'production' })
    if (!parsed.ok) throw new Error('it does not parse')
    const needed = environmentFaults(parsed.environment).flatMap(
      (line) => /^(\w+) must be set in/.exec(line)?.[1] ?? [],
    )
    // One comment covers up to two settings.
    const marked = text
      .split(/\n(?=# \(production\))/)
      .slice(1)
      .flatMap((part) =>
        [...part.matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm)].slice(0, 2).map(([, name]) => name!),
      )
    expect(needed.filter((name) => !marked.includes(name))).toEqual([])
  })
})
