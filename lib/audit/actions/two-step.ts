import { z } from 'zod'
import type { AuditActionGroup } from '@/lib/audit/actions/declare-actions'
import { signInRefusal } from '@/lib/platform/metrics/metric-declarations'

const factor = z.enum(['totp', 'recovery_code'])

/** Two-step verification of one’s own account. */
export const twoStepActions = {
  'mfa.setup_begun': {
    label: {
      en: 'Two-step verification setup started',
      tr: 'İki adımlı doğrulama kurulumu başlatıldı',
    },
    target: 'user',
    ok: {},
  },
  'mfa.setup_refused': {
    label: {
      en: 'Two-step verification setup refused',
      tr: 'İki adımlı doğrulama kurulumu reddedildi',
    },
    target: 'user',
    refused: { reason: z.string() },
  },
  'mfa.enabled': {
    label: { en: 'Two-step verification turned on', tr: 'İki adımlı doğrulama açıldı' },
    target: 'user',
    webhook: 'user.mfa_enabled',
    ok: { sessions_ended: z.int() },
  },
  'mfa.disabled': {
    label: { en: 'Two-step verification turned off', tr: 'İki adımlı doğrulama kapatıldı' },
    target: 'user',
    webhook: 'user.mfa_disabled',
    ok: { sessions_ended: z.int(), factor },
  },
  /** With the first proof of the address, because someone else may have set it up. */
  'mfa.removed': {
    label: { en: 'Two-step verification removed', tr: 'İki adımlı doğrulama kaldırıldı' },
    target: 'user',
    webhook: 'user.mfa_disabled',
    ok: {},
  },
  'mfa.disable_refused': {
    label: {
      en: 'Turning off two-step verification refused',
      tr: 'İki adımlı doğrulamanın kapatılması reddedildi',
    },
    target: 'user',
    refused: { reason: z.string() },
  },
  'browser.trusted': {
    label: { en: 'Browser trusted', tr: 'Tarayıcıya güvenildi' },
    target: 'user',
    ok: { until: z.string() },
  },
  'browser.trust_ended': {
    label: { en: 'Trusted browsers removed', tr: 'Güvenilen tarayıcılar kaldırıldı' },
    target: 'user',
    ok: { browsers: z.int(), sessions_ended: z.int().optional() },
  },
  'mfa.recovery_codes_renewed': {
    label: { en: 'Recovery codes replaced', tr: 'Kurtarma kodları yenilendi' },
    target: 'user',
    ok: { factor },
  },
  'mfa.renewal_refused': {
    label: {
      en: 'Replacing recovery codes refused',
      tr: 'Kurtarma kodlarının yenilenmesi reddedildi',
    },
    target: 'user',
    refused: { reason: z.string() },
  },
  /** A code refused in the settings is not a sign-in failure. */
  'mfa.code_refused': {
    label: { en: 'Two-step verification code refused', tr: 'İki adımlı doğrulama kodu reddedildi' },
    target: 'user',
    refused: {
      during: z.enum(['sign_in', 'settings']),
      /** What the code looked like. */
      factor: z.enum(['totp', 'recovery_code', 'malformed', 'enrolment']),
      reason: z.enum(['wrong', 'used', 'locked']),
    },
    counts: ({ during, reason }, surface) =>
      during === 'sign_in'
        ? {
            metric: 'gatehouse_sign_in_failures_total',
            labels: { surface, factor: 'mfa', reason: signInRefusal(reason) },
          }
        : null,
  },
} satisfies AuditActionGroup
