import { settingsRoutes } from '@/lib/http/settings-routes'

export const POST = settingsRoutes(
  'PaymentSettings',
  'notifications:settings',
  () => 'payments',
).test
