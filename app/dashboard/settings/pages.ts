import { definePages } from '@/lib/http/pages/define-pages'
import { MAX_UPLOAD_BYTES } from '@/lib/platform/size-limits'

const manage = { permission: 'settings:manage' } as const
const providers = { permission: 'notifications:settings' } as const

export default definePages({
  '.': {
    // Each area has its own permission; the overview shows the areas that the user may open.
    access: { anyOf: ['settings:manage', 'notifications:settings'] },
    title: ({ settings }) => settings.title,
    navigation: { group: 'administration', order: 90, icon: 'settings' },
  },
  mail: { access: manage, title: ({ settings }) => settings.areas.mail.title },
  sms: { access: providers, title: ({ settings }) => settings.areas.notifications.title },
  payments: { access: providers, title: ({ settings }) => settings.areas.payments.title },
  brand: {
    access: manage,
    title: ({ settings }) => settings.areas.brand.title,
    maxFileBytes: MAX_UPLOAD_BYTES,
  },
  'mail-texts': { access: manage, title: ({ brand }) => brand.mailTexts.title },
  'mail-texts/edit': { access: manage, title: null },
  'profile-fields': { access: manage, title: ({ profileFields }) => profileFields.title },
  'profile-fields/new': { access: manage, title: ({ profileFields }) => profileFields.create },
  'profile-fields/edit': { access: manage, title: ({ profileFields }) => profileFields.edit },
  policy: { access: manage, title: ({ settings }) => settings.areas.policy.title },
  status: { access: manage, title: ({ settings }) => settings.areas.status.title },
})
