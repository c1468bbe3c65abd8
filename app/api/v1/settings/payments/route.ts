import { settingsRoutes } from '@/lib/http/settings-routes'

const { read, change } = settingsRoutes('PaymentSettings', 'notifications:settings', {
  nameOf: () => 'payments',
})

export const GET = read
export const PUT = change
