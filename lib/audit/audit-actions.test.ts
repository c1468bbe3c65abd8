import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { auditTargets } from '@/lib/audit/actions/declare-actions'
import {
  auditActionLabel,
  auditActions,
  type AuditEntry,
  auditTargetLabel,
  findAuditAction,
  listAuditActions,
} from '@/lib/audit/audit-actions'
import { auditGroupLabel } from '@/lib/audit/audit-groups'
import { locales } from '@/lib/i18n/locale'

const declared = Object.entries(auditActions)

/** The quoted names with a dot in the files that name the table of the audit records. */
function namesInSql(folder: string, extension: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(extension) && !/test\.ts$|generated/.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .filter((text) => text.includes('audit_records'))
    .flatMap((text) => [...text.matchAll(/'([a-z_]+\.[a-z_]+)'/g)].map(([, name]) => name!))
}

describe('the audit actions', () => {
  it('are declared once each, with an outcome', () => {
    const chapters = readdirSync('lib/audit/actions').map((file) =>
      readFileSync(`lib/audit/actions/${file}`, 'utf8'),
    )
    const names = chapters.flatMap((text) =>
      [...text.matchAll(/^ {2}'([a-z_]+\.[a-z_]+)': \{$/gm)].map(([, name]) => name!),
    )
    expect(names.sort()).toEqual(Object.keys(auditActions).sort())
    expect(declared.filter(([, act]) => !('ok' in act) && !('refused' in act))).toEqual([])
  })

  it('have a label of their own in every language', () => {
    for (const locale of locales) {
      const labels = listAuditActions(locale).map(({ label }) => label)
      expect(labels.filter((label) => label === '' || label !== label.trim())).toEqual([])
      expect(new Set(labels).size).toBe(labels.length)
    }
    for (const locale of locales) {
      const groups = new Set(declared.map(([name]) => name.split('.', 1)[0]!))
      const labels = [...groups].map((group) => auditGroupLabel(group, locale))
      expect(new Set(labels).size).toBe(groups.size)
    }
    const labels = [...declared.map(([, { label }]) => label), ...Object.values(auditTargets)]
    expect(labels.filter(({ en, tr }) => en === tr)).toEqual([])
  })

  it('include every action that SQL writes or reads', () => {
    const names = [...namesInSql('lib', '.ts'), ...namesInSql('prisma/migrations', '.sql')]
    expect(names).toContain('user.imported')
    expect(names.filter((name) => !findAuditAction(name))).toEqual([])
  })

  it('are shown by their name if a stored record has an unknown one', () => {
    expect(auditActionLabel('session.created', 'en')).toBe('Signed in')
    expect(auditActionLabel('thing.done', 'en')).toBe('thing.done')
    expect(auditActionLabel('toString', 'tr')).toBe('toString')
    expect(auditTargetLabel('toString', 'tr')).toBe('toString')
    expect(auditGroupLabel('toString', 'tr')).toBe('toString')
  })

  it('accept only what their declaration says', () => {
    const entry = (given: AuditEntry) => given
    const provider = 'google'
    entry({ action: 'identity.linked', outcome: 'ok', targetId: 'x', details: { provider } })
    // @ts-expect-error an unknown action
    entry({ action: 'identity.eaten', outcome: 'ok', details: { provider } })
    // @ts-expect-error a missing field
    entry({ action: 'identity.linked', outcome: 'ok', details: {} })
    // @ts-expect-error missing details
    entry({ action: 'identity.linked', outcome: 'ok' })
    // @ts-expect-error a field that isn't declared
    entry({ action: 'identity.linked', outcome: 'ok', details: { provider, size: 1 } })
    // @ts-expect-error an outcome that it never has
    entry({ action: 'identity.linked', outcome: 'refused', details: { provider } })
    // @ts-expect-error a target, although it has none
    entry({ action: 'payments.exported', outcome: 'ok', targetId: 'x' })
    expect(findAuditAction('identity.linked')).not.toHaveProperty('refused')
  })
})
