import type { Environment } from '@/lib/config/env'

/** How text messages leave, and how many may. */
export function smsSettings(env: Environment) {
  return {
    driver: env.SMS_DRIVER,
    twilio: {
      accountSid: env.TWILIO_ACCOUNT_SID ?? null,
      authToken: env.TWILIO_AUTH_TOKEN ?? null,
      from: env.TWILIO_FROM ?? null,
      region: env.TWILIO_REGION ?? null,
      edge: env.TWILIO_EDGE ?? null,
      /** A stand-in, in tests. */
      baseUrl: env.TWILIO_BASE_URL ?? null,
    },
    /** Empty: all of them. */
    allowedCountries: env.SMS_ALLOWED_COUNTRIES,
    dailyLimit: env.SMS_DAILY_LIMIT,
    countryDailyLimit: env.SMS_COUNTRY_DAILY_LIMIT,
  }
}
