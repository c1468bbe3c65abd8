import { z } from 'zod'
import { accentFault, isColor } from '@/lib/config/color-contrast'

export const PRODUCT_NAME = 'Gatehouse'
export const PRODUCT_NAME_MAX = 60
const URL_MAX = 500

/** Characters with a meaning in mail headers or placeholder texts, and invisible ones. */
const ODD = /[<>{}"\\]|[\p{C}\p{Zl}\p{Zp}]/u

const webLink = z
  .string()
  .max(URL_MAX, { error: `is longer than ${URL_MAX} characters` })
  .refine(
    (value) => {
      const url = URL.canParse(value) ? new URL(value) : null
      return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password
    },
    { error: 'is not an http(s) address' },
  )

const uploadId = z.uuid({ error: 'is not the id of an upload' })

/** The product's name, sender and appearance. */
export const brandVariables = {
  BRAND_PRODUCT_NAME: z
    .string()
    .refine((value) => [...value].length <= PRODUCT_NAME_MAX, {
      error: `is longer than ${PRODUCT_NAME_MAX} characters`,
    })
    .refine((value) => !ODD.test(value) && /[\p{L}\p{N}]/u.test(value), {
      error: 'must have a letter or a digit, and no control characters or any of < > { } " \\',
    })
    .default(PRODUCT_NAME),
  BRAND_ACCENT_COLOR: z
    .string()
    .refine(isColor, { error: 'is not a color such as #1d4ed8' })
    .toLowerCase()
    .superRefine((value, context) => {
      const fault = isColor(value) ? accentFault(value) : null
      if (fault) context.addIssue({ code: 'custom', message: fault })
    })
    .optional(),
  BRAND_SUPPORT_EMAIL: z.email({ error: 'is not an email address' }).max(254).optional(),
  BRAND_TERMS_URL: webLink.optional(),
  BRAND_PRIVACY_URL: webLink.optional(),
  BRAND_LOGO_LIGHT_UPLOAD_ID: uploadId.optional(),
  BRAND_LOGO_DARK_UPLOAD_ID: uploadId.optional(),
}

type BrandVariables = z.output<z.ZodObject<typeof brandVariables>>

/** The brand, parsed from its variables. */
export function readBrand(env: BrandVariables) {
  return {
    productName: env.BRAND_PRODUCT_NAME,
    /** `#rrggbb`; null for the colors of `app/globals.css`. */
    accentColor: env.BRAND_ACCENT_COLOR ?? null,
    supportEmail: env.BRAND_SUPPORT_EMAIL ?? null,
    termsUrl: env.BRAND_TERMS_URL ?? null,
    privacyUrl: env.BRAND_PRIVACY_URL ?? null,
    logoLightUploadId: env.BRAND_LOGO_LIGHT_UPLOAD_ID ?? null,
    logoDarkUploadId: env.BRAND_LOGO_DARK_UPLOAD_ID ?? null,
  }
}

/** The sender of emails: as configured, with the product's name added if it has no display name. */
export function mailSender(from: string, productName: string): string {
  return from.includes('<') ? from : `"${productName}" <${from}>`
}
