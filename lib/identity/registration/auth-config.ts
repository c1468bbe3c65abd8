import { z } from 'zod'
import { enabledProviders, providerLabel } from '@/lib/config/providers/enabled-providers'
import { settings } from '@/lib/config/settings'
import { profileFieldResponse } from '@/lib/profile-fields/profile-field.responses'
import { listProfileFields, presentProfileField } from '@/lib/profile-fields/profile-fields'
import { requiredFields } from '@/lib/profile-fields/profile-values'
import { botCheckWidget } from '@/lib/protection/bot-check/bot-check-widget'

const EXAMPLE = {
  registration: {
    mode: 'open',
    domains: null,
    fields: [
      {
        key: 'department',
        type: 'choice',
        label: { en: 'Department', tr: 'Bölüm' },
        max_length: null,
        minimum: null,
        maximum: null,
        options: ['Sales', 'Support'],
      },
    ],
  },
  password: { min_length: 12 },
  sign_in: { passkeys: true, email_code: false, providers: [{ id: 'google', label: 'Google' }] },
  bot_check: { provider: 'turnstile', site_key: '0x4AAAAAAA' },
}

const registrationField = profileFieldResponse
  .pick({
    key: true,
    type: true,
    label: true,
    max_length: true,
    minimum: true,
    maximum: true,
    options: true,
  })
  .meta({ id: 'RegistrationField' })

export const authConfigResponse = z
  .strictObject({
    registration: z.strictObject({
      mode: z
        .enum(['open', 'approval', 'domains', 'invited'])
        .describe('Who may register: anyone, anyone after approval, certain domains, or no one'),
      domains: z
        .array(z.string())
        .nullable()
        .describe('With `domains`, unless they are not public; `*.` stands for subdomains'),
      fields: z.array(registrationField).describe('The profile fields that a registration needs'),
    }),
    password: z.strictObject({ min_length: z.int() }),
    sign_in: z.strictObject({
      passkeys: z.boolean(),
      email_code: z.boolean(),
      providers: z.array(
        z.strictObject({
          id: z.string(),
          label: z.string(),
        }),
      ),
    }),
    bot_check: z
      .strictObject({
        provider: z.enum(['turnstile', 'hcaptcha']),
        site_key: z.string(),
      })
      .nullable()
      .describe('Null if it is off'),
  })
  .meta({ id: 'AuthConfig', examples: [EXAMPLE] })

/**
 * What an app's own forms need to know. Anyone can ask, so it has nothing that the pages for
 * sign-in and sign-up do not show to everyone, and nothing that is read from the database each
 * time.
 */
export async function readAuthConfig(): Promise<z.output<typeof authConfigResponse>> {
  const { passwords, passkeys, emailCode } = settings()
  const widget = botCheckWidget()
  return {
    registration: await registrationConfig(),
    password: { min_length: passwords.minLength },
    sign_in: {
      passkeys: passkeys !== null,
      email_code: emailCode,
      providers: enabledProviders().map((id) => ({ id, label: providerLabel(id) })),
    },
    bot_check: widget && { provider: widget.provider, site_key: widget.siteKey },
  }
}

async function registrationConfig() {
  const { mode, domains, showDomains } = settings().registration
  // Where no one may register, no page shows the fields either.
  const fields = mode === 'invited' ? [] : requiredFields(await listProfileFields())
  return {
    mode,
    domains: mode === 'domains' && showDomains ? [...domains] : null,
    fields: fields.map((field) => {
      const { key, type, label, max_length, minimum, maximum, options } = presentProfileField(field)
      return { key, type, label, max_length, minimum, maximum, options }
    }),
  }
}
