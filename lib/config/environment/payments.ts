import { defineSection, defineSetting } from '@/lib/config/define-setting'
import { choice, origin, text } from '@/lib/config/setting-formats'

export const payments = defineSection({
  title: 'Payments',
  settings: {
    PAYMENT_PROVIDER: defineSetting({
      schema: choice('simulator', 'stripe'),
      property: null,
      description:
        'stripe or simulator. Default in local mode: simulator, which moves no money and is ' +
        'refused in production. In production, payments are off without a provider. See ' +
        'docs/payments.md.',
      checkInProduction: (provider) =>
        provider === 'simulator' ? 'must not be simulator in production: it moves no money' : null,
      editable: {
        area: 'payments',
        name: 'payment_provider',
        kind: 'choice',
        label: { en: 'Provider', tr: 'Sağlayıcı' },
        choices: { simulator: { en: 'Simulator', tr: 'Simülatör' }, stripe: 'Stripe' },
      },
    }),
    STRIPE_SECRET_KEY: defineSetting({
      schema: text,
      property: null,
      editable: {
        area: 'payments',
        name: 'stripe_secret_key',
        kind: 'secret',
        label: { en: 'Stripe secret key', tr: 'Stripe gizli anahtarı' },
      },
    }),
    STRIPE_WEBHOOK_SECRET: defineSetting({
      schema: text,
      property: 'payments.stripeWebhookSecret',
      description:
        'The signing secret (whsec_…) of the webhook that Stripe sends to ' +
        'APP_BASE_URL/api/v1/webhooks/payments/stripe',
      editable: {
        area: 'payments',
        name: 'stripe_webhook_secret',
        kind: 'secret',
        label: { en: 'Stripe webhook signing secret', tr: 'Stripe webhook imza anahtarı' },
      },
    }),
    STRIPE_API_BASE_URL: defineSetting({
      schema: origin,
      property: null,
      description: "Tests only, refused in production: another server that speaks Stripe's API.",
      // This host receives the secret key.
      checkInProduction: () => 'is for tests and must be empty in production',
    }),
  },
})
