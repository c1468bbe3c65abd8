import { z } from 'zod'
import type { AuditActionGroup } from '@/lib/audit/actions/declare-actions'

const role = { name: z.string(), description: z.string(), permissions: z.array(z.string()) }
const texts = z.strictObject({ name: z.string(), description: z.string() })

/** A refused change has what was asked for. */
const refusal = { asked: z.strictObject(role).partial(), reason: z.string() }

/** Roles and permissions. */
export const accessActions = {
  'role.created': {
    label: { en: 'Role created', tr: 'Rol oluşturuldu' },
    target: 'role',
    ok: role,
    refused: { ...role, reason: z.string() },
  },
  'role.changed': {
    label: { en: 'Role changed', tr: 'Rol değiştirildi' },
    target: 'role',
    ok: { before: texts, after: texts },
    refused: refusal,
  },
  'role.permissions_changed': {
    label: { en: 'Role permissions changed', tr: 'Rolün izinleri değiştirildi' },
    target: 'role',
    ok: { name: z.string(), before: z.array(z.string()), after: z.array(z.string()) },
    refused: refusal,
  },
  'role.deleted': {
    label: { en: 'Role deleted', tr: 'Rol silindi' },
    target: 'role',
    ok: {
      before: z.strictObject(role),
      /** Deleted users who lose the role with it. */
      deleted_holders: z.int().optional(),
    },
    refused: { reason: z.string() },
  },
  /** At most one a minute for each user and permission. */
  'permission.refused': {
    label: { en: 'Permission denied', tr: 'Eksik izin nedeniyle reddedildi' },
    target: 'permission',
    refused: {},
  },
} satisfies AuditActionGroup
