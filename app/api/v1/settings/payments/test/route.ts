import { settingsRoutes } from '@/lib/http/settings-routes'

export const POST = settingsRoutes('PaymentSettings', 'notifications:settings', {
  nameOf: () => 'payments',
}).test
