import { z } from 'zod'
import type { AuditActionGroup } from '@/lib/audit/actions/declare-actions'

const upload = { purpose: z.string(), content_type: z.string(), size: z.int() }
const values = z.record(z.string(), z.string().nullable())

/** Settings, signing keys, files, and the audit trail itself. */
export const serviceActions = {
  'settings.changed': {
    label: { en: 'Settings changed', tr: 'Ayarlar değiştirildi' },
    target: 'settings',
    ok: {
      /** The changed values by name, with secrets masked. */
      before: values,
      after: values,
    },
    refused: { names: z.array(z.string()), reason: z.string() },
  },
  'settings.tested': {
    label: { en: 'Settings tested', tr: 'Ayarlar test edildi' },
    target: 'settings',
    ok: { passed: z.boolean() },
  },
  'settings.proof_refused': {
    label: {
      en: 'Password confirmation for settings refused',
      tr: 'Ayarlar için parola doğrulaması reddedildi',
    },
    target: 'user',
    refused: { reason: z.string() },
  },
  'signing_key.added': {
    label: { en: 'Signing key added', tr: 'İmzalama anahtarı eklendi' },
    target: null,
    ok: { kid: z.string(), signs_from: z.string() },
  },
  'signing_key.removed': {
    label: { en: 'Signing key removed', tr: 'İmzalama anahtarı kaldırıldı' },
    target: null,
    ok: { kid: z.string() },
  },
  'backup.created': {
    label: { en: 'Backup created', tr: 'Yedek oluşturuldu' },
    target: null,
    ok: {},
  },
  'backup.restored': {
    label: { en: 'Backup restored', tr: 'Yedek geri yüklendi' },
    target: null,
    ok: {
      backup_at: z.string(),
      sessions_ended: z.int(),
      links_ended: z.int(),
      api_keys_ended: z.int(),
      notifications_stopped: z.int().optional(),
      bulk_actions_stopped: z.int().optional(),
      imports_stopped: z.int().optional(),
      import_invitations_stopped: z.int().optional(),
    },
  },
  'data.purged': {
    label: { en: 'Expired data deleted', tr: 'Süresi dolan veriler silindi' },
    target: null,
    ok: {
      /** By table. */
      deleted: z.record(z.string(), z.int()),
      /** The table at which it failed; those after it are missing in `deleted`. */
      failed_table: z.string().optional(),
    },
  },
  'secrets.resealed': {
    label: { en: 'Secrets re-encrypted', tr: 'Gizli değerler yeniden şifrelendi' },
    target: null,
    ok: { resealed: z.int(), unreadable: z.int() },
  },
  'upload.created': {
    label: { en: 'File uploaded', tr: 'Dosya yüklendi' },
    target: 'upload',
    ok: upload,
  },
  'upload.deleted': {
    label: { en: 'File deleted', tr: 'Dosya silindi' },
    target: 'upload',
    ok: upload,
  },
  'audit.exported': {
    label: { en: 'Audit trail exported', tr: 'Denetim kaydı dışa aktarıldı' },
    target: null,
    ok: {
      format: z.string(),
      actor: z.string().optional(),
      action: z.string().optional(),
      target: z.string().optional(),
      ip: z.string().optional(),
      import: z.string().optional(),
      from: z.string().optional(),
      to: z.string().optional(),
    },
  },
  'audit.verified': {
    label: { en: 'Audit trail verified', tr: 'Denetim kaydı doğrulandı' },
    target: null,
    ok: {
      intact: z.boolean(),
      verified: z.int(),
      head: z.string().nullable(),
      compared_with: z.string().nullable(),
      fault: z.string().nullable(),
      bad_seq: z.int().nullable(),
      bad_record_id: z.string().nullable(),
    },
  },
  /** Written by the statement that begins the erasure (audit-erasure.store.ts). */
  'audit.erased': {
    label: { en: 'Personal data in records erased', tr: 'Kayıtlardaki kişisel veriler silindi' },
    target: 'user',
    ok: {
      /**
       * Records by and about others that named the user. Without it: those by and about the user.
       */
      records: z.array(z.string()).optional(),
    },
  },
  'audit.removed': {
    label: { en: 'Old audit records removed', tr: 'Eski denetim kayıtları kaldırıldı' },
    target: null,
    ok: {
      /** The detached table that keeps the records for 30 days. */
      table: z.string(),
      records: z.int(),
      /** The last removed place of the chain. */
      head: z.string(),
    },
  },
  'audit.resealed': {
    label: { en: 'Older records sealed again', tr: 'Eski kayıtlar yeniden mühürlendi' },
    target: null,
    ok: {
      resealed: z.int(),
      unverified: z.int(),
      /** Of the chain of the first seals, where the second ones end. */
      head: z.string().nullable(),
    },
  },
} satisfies AuditActionGroup
