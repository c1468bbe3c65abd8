import { z } from 'zod'
import { accentFault, isColor } from '@/lib/config/color-contrast'
import { defineSection, defineSetting } from '@/lib/config/define-setting'

export const PRODUCT_NAME = 'Gatehouse'
const PRODUCT_NAME_MAX = 60
const URL_MAX = 500

/** Characters with a meaning in mail headers or placeholder texts, and invisible ones. */
const ODD = /[<>{}"\\]|[\p{C}\p{Zl}\p{Zp}]/u

const productName = z
  .string()
  .refine((value) => [...value].length <= PRODUCT_NAME_MAX, {
    error: `is longer than ${PRODUCT_NAME_MAX} characters`,
  })
  .refine((value) => !ODD.test(value) && /[\p{L}\p{N}]/u.test(value), {
    error: 'must have a letter or a digit, and no control characters or any of < > { } " \\',
  })

const accentColor = z
  .string()
  .refine(isColor, { error: 'is not a color such as #1d4ed8' })
  .toLowerCase()
  .superRefine((value, context) => {
    const fault = isColor(value) ? accentFault(value) : null
    if (fault) context.addIssue({ code: 'custom', message: fault })
  })

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

/** The product's name, links and appearance. */
export const brand = defineSection({
  title: 'Brand',
  settings: {
    BRAND_PRODUCT_NAME: defineSetting({
      schema: productName,
      default: PRODUCT_NAME,
      property: 'brand.productName',
      description:
        'The name on pages, in emails, and in authenticator apps: up to 60 characters. New ' +
        'passwords cannot contain it.',
      editable: {
        area: 'brand',
        name: 'product_name',
        kind: 'text',
        label: { en: 'Product name', tr: 'Ürün adı' },
      },
    }),
    BRAND_ACCENT_COLOR: defineSetting({
      schema: accentColor,
      property: 'brand.accentColor',
      description:
        'The color of links and buttons, as #rrggbb. Its contrast with a white page must be ' +
        'at least 4.5:1; the dark theme uses the closest lighter shade that is readable ' +
        'there. Empty: the built-in colors.',
      editable: {
        area: 'brand',
        name: 'accent_color',
        kind: 'color',
        label: { en: 'Accent color', tr: 'Vurgu rengi' },
        hint: {
          en: 'For example: #1d4ed8. Leave empty for the default color.',
          tr: 'Örneğin: #1d4ed8. Varsayılan renk için boş bırakın.',
        },
      },
    }),
    BRAND_SUPPORT_EMAIL: defineSetting({
      schema: z.email({ error: 'is not an email address' }).max(254),
      property: 'brand.supportEmail',
      description: 'Shown at the foot of public pages and emails.',
      editable: {
        area: 'brand',
        name: 'support_email',
        kind: 'email',
        label: { en: 'Support email', tr: 'Destek e-posta adresi' },
      },
    }),
    BRAND_TERMS_URL: defineSetting({
      schema: webLink,
      property: 'brand.termsUrl',
      editable: {
        area: 'brand',
        name: 'terms_url',
        kind: 'url',
        label: { en: 'Terms of service URL', tr: 'Kullanım koşulları URL’si' },
      },
    }),
    BRAND_PRIVACY_URL: defineSetting({
      schema: webLink,
      property: 'brand.privacyUrl',
      editable: {
        area: 'brand',
        name: 'privacy_url',
        kind: 'url',
        label: { en: 'Privacy policy URL', tr: 'Gizlilik politikası URL’si' },
      },
    }),
    BRAND_LOGO_LIGHT_UPLOAD_ID: defineSetting({
      schema: uploadId,
      property: 'brand.logoLightUploadId',
      description:
        'IDs of uploaded images, for light and for dark backgrounds. You usually set them on ' +
        'the settings page.',
      editable: {
        area: 'brand',
        name: 'logo_light_upload_id',
        kind: 'upload',
        label: { en: 'Logo for light backgrounds', tr: 'Açık zemin için logo' },
      },
    }),
    BRAND_LOGO_DARK_UPLOAD_ID: defineSetting({
      schema: uploadId,
      property: 'brand.logoDarkUploadId',
      editable: {
        area: 'brand',
        name: 'logo_dark_upload_id',
        kind: 'upload',
        label: { en: 'Logo for dark backgrounds', tr: 'Koyu zemin için logo' },
      },
    }),
  },
})
