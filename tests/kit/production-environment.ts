/** Settings to run the service in production mode on this machine. */
export function productionEnvironment(databaseUrl: string): Record<string, string> {
  return {
    APP_ENV: 'production',
    APP_BASE_URL: 'https://gatehouse.test',
    HOST: '127.0.0.1',
    DATABASE_URL: databaseUrl,
    AUTH_JWT_SECRET: 'q8Zr3Yt1VbN6mXc0Lk5JhGf2Ds9Aa7Pw4Oe',
    AUTH_MFA_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    TRUST_PROXY_HOPS: '1',
    SEC_BOTCHECK_SITE_KEY: 'site-key',
    SEC_BOTCHECK_SECRET_KEY: 'secret-key',
    MAIL_DRIVER: 'log',
  }
}
