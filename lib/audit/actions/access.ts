import { z } from 'zod'
import type { AuditActionGroup } from '@/lib/audit/actions/declare-actions'

const role = { name: z.string(), description: z.string(), permissions: z.array(z.string()) }
const asked = { ...role, requires_mfa: z.boolean().optional() }
const texts = z.strictObject({ name: z.string(), description: z.string() })
const permission = {
  description: z.string(),
  group: z.string().nullable(),
  privileged: z.boolean(),
}

/** A refused change has what was asked for. */
const refusal = { asked: z.strictObject(asked).partial(), reason: z.string() }

/** Roles and permissions. */
export const accessActions = {
  'role.created': {
    label: { en: 'Role created', tr: 'Rol oluşturuldu' },
    target: 'role',
    webhook: 'role.created',
    ok: asked,
    refused: { ...asked, reason: z.string() },
  },
  'role.changed': {
    label: { en: 'Role changed', tr: 'Rol değiştirildi' },
    target: 'role',
    webhook: 'role.updated',
    ok: { before: texts, after: texts },
    refused: refusal,
  },
  'role.mfa_requirement_changed': {
    label: {
      en: 'Two-step verification requirement of role changed',
      tr: 'Rolün iki adımlı doğrulama zorunluluğu değiştirildi',
    },
    target: 'role',
    webhook: 'role.updated',
    ok: { name: z.string(), before: z.boolean(), after: z.boolean() },
  },
  'role.permissions_changed': {
    label: { en: 'Role permissions changed', tr: 'Rolün izinleri değiştirildi' },
    target: 'role',
    webhook: 'role.permissions_changed',
    ok: { name: z.string(), before: z.array(z.string()), after: z.array(z.string()) },
    refused: refusal,
  },
  'role.deleted': {
    label: { en: 'Role deleted', tr: 'Rol silindi' },
    target: 'role',
    webhook: 'role.deleted',
    ok: {
      before: z.strictObject(role),
      /** Deleted users who lose the role with it. */
      deleted_holders: z.int().optional(),
    },
    refused: { reason: z.string() },
  },
  'permission.created': {
    label: { en: 'Permission created', tr: 'İzin oluşturuldu' },
    target: 'permission',
    webhook: 'permission.created',
    ok: permission,
    refused: { ...permission, reason: z.string() },
  },
  'permission.changed': {
    label: { en: 'Permission changed', tr: 'İzin değiştirildi' },
    target: 'permission',
    webhook: 'permission.updated',
    ok: { before: z.strictObject(permission), after: z.strictObject(permission) },
    refused: { asked: z.strictObject(permission).partial(), reason: z.string() },
  },
  'permission.retired': {
    label: { en: 'Permission deleted', tr: 'İzin silindi' },
    target: 'permission',
    webhook: 'permission.retired',
    ok: {
      ...permission,
      /** The roles that had it. */
      roles: z.array(z.string()),
      /** How many API keys had it. */
      api_keys: z.int().optional(),
    },
    refused: { reason: z.string() },
  },
  /**
   * The target is the application. Each added, changed and retired permission has its own record.
   */
  'permission.synced': {
    label: { en: 'Application permissions synced', tr: 'Uygulama izinleri eşitlendi' },
    target: 'permission',
    ok: { added: z.int(), changed: z.int(), retired: z.int() },
    refused: { reason: z.string() },
  },
  /** An upgrade of the service brought a permission of the same name. */
  'permission.taken_over': {
    label: { en: 'Permission taken over by the service', tr: 'İzin hizmete geçti' },
    target: 'permission',
    webhook: 'permission.retired',
    ok: { roles: z.array(z.string()), api_keys: z.int().optional() },
  },
  /** At most one a minute for each user and permission. */
  'permission.refused': {
    label: { en: 'Permission denied', tr: 'Eksik izin nedeniyle reddedildi' },
    target: 'permission',
    refused: {},
  },
} satisfies AuditActionGroup
