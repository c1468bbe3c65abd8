import { describe, expect, it } from 'vitest'
import { permissionCatalog } from '@/lib/config/permission-catalog'
import { findPage } from '@/lib/http/pages/page-table'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import { principal } from '@/tests/kit/page-gate-stage'
import { paletteActions, targetPath } from '@/lib/web/page-links'

const holderOf = (...permissions: string[]): SessionPrincipal => ({
  ...principal,
  permissions: new Set(permissions),
})
const labels = (...permissions: string[]) =>
  paletteActions(holderOf(...permissions), { mfaEnabled: false }).map(({ label }) => label)

const OWN = [
  'changePassword',
  'exportOwnData',
  'setUpTwoStep',
  'apiReference',
  'guides',
  'errorReference',
]

describe('the palette actions', () => {
  it('are those for the own account and the documentation without any permission', () => {
    expect(labels()).toEqual(OWN)
  })

  it.each([
    ['users:activate', ['inviteUser', 'importUsers']],
    ['users:list', ['exportUsers']],
    ['rbac:manage', ['newRole']],
    ['notifications:send', ['newNotification', 'newTemplate']],
    ['audit:list', ['verifyAudit', 'exportAudit']],
    ['contacts:list', []],
  ])('require the permission of the page that they open: %s', (permission, expected) => {
    expect(labels(permission).filter((label) => !OWN.includes(label))).toEqual(expected)
  })

  it('lead to existing addresses, each to a different one', () => {
    const all = paletteActions(holderOf(...permissionCatalog.map(({ name }) => name)), {
      mfaEnabled: true,
    })
    for (const { href, download } of all) {
      const path = href.split('?', 1)[0]!
      const page = findPage(path)
      expect(page, href).not.toBeNull()
      expect(Boolean(page?.download), href).toBe(Boolean(download))
    }
    expect(new Set(all.map(({ href }) => href)).size).toBe(all.length)
  })

  it('offer to manage two-step verification once it is set up', () => {
    const own = (mfaEnabled: boolean) =>
      paletteActions(holderOf(), { mfaEnabled }).map(({ label }) => label)
    expect(own(true)).toContain('manageTwoStep')
    expect(own(true)).not.toContain('setUpTwoStep')
  })
})

it('the target of an audit record leads to its page, for those who may open it', () => {
  const target = { target_type: 'webhook', target_id: '019335e0-7b1a-7c3d-9e42-5f6a7b8c9d0e' }
  const href = `/dashboard/webhooks/${target.target_id}`
  expect(targetPath(holderOf('settings:manage'), target)).toBe(href)
  expect(targetPath(holderOf('audit:list'), target)).toBeNull()
})
