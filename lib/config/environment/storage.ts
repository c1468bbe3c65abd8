import { defineSection, defineSetting } from '@/lib/config/define-setting'
import {
  checkHttps,
  flag,
  postgresUrl,
  redisUrl,
  text,
  webUrl,
  wholeNumber,
} from '@/lib/config/setting-formats'

export const database = defineSection({
  title: 'Database and Redis',
  settings: {
    DATABASE_URL: defineSetting({
      schema: postgresUrl,
      property: 'databaseUrl',
      description:
        'PostgreSQL 13 or newer. The first start creates the extension pg_trgm, so the user ' +
        'needs CREATE on the database. Empty: the embedded database in DATA_DIR (local mode ' +
        'only).',
      requiredInProduction: true,
    }),
    DATABASE_DIRECT_URL: defineSetting({
      schema: postgresUrl,
      property: 'databaseDirectUrl',
      description:
        'If DATABASE_URL is a pooler in transaction mode, such as pgbouncer: the address of ' +
        'PostgreSQL itself, for migrations and, without Redis, events.',
    }),
    DATABASE_REPLICA_URL: defineSetting({
      schema: postgresUrl,
      property: 'databaseReplicaUrl',
      description:
        'A read replica for lists and exports of the audit trail while it is at most five ' +
        'seconds behind. Empty: DATABASE_URL serves them.',
    }),
    REDIS_URL: defineSetting({
      schema: redisUrl,
      property: 'redisUrl',
      description:
        'Redis for limits and events across instances. Without it, PostgreSQL carries the ' +
        'events and each instance counts limits for itself.',
    }),
    UPSTASH_REDIS_REST_URL: defineSetting({
      schema: webUrl,
      property: null,
      description: "The same limits over Upstash's REST interface. Set both or neither.",
    }),
    UPSTASH_REDIS_REST_TOKEN: defineSetting({
      schema: text,
      property: null,
    }),
  },
})

export const uploads = defineSection({
  title: 'Uploaded files',
  settings: {
    UPLOADS_QUOTA_BYTES: defineSetting({
      schema: wholeNumber(999_999_999),
      default: '104857600',
      property: 'uploads.quotaBytes',
      description: 'How much each user can store: bytes, and number of files.',
      editable: {
        area: 'policy',
        name: 'uploads_quota_bytes',
        kind: 'number',
        unit: 'bytes',
        group: 'data',
        label: {
          en: 'Upload quota per user, in bytes',
          tr: 'Kullanıcı başına yükleme kotası (bayt)',
        },
        min: 1,
        max: 999_999_999,
      },
    }),
    UPLOADS_MAX_FILES: defineSetting({
      schema: wholeNumber(1_000_000),
      default: '200',
      property: 'uploads.maxFiles',
      editable: {
        area: 'policy',
        name: 'uploads_max_files',
        kind: 'number',
        group: 'data',
        label: { en: 'Maximum files per user', tr: 'Kullanıcı başına en fazla dosya sayısı' },
        min: 1,
        max: 1_000_000,
      },
    }),
    UPLOADS_DIR: defineSetting({
      schema: text,
      property: null,
      description: 'The folder for uploaded files. Default: DATA_DIR/uploads',
    }),
    S3_BUCKET: defineSetting({
      schema: text,
      property: null,
      description:
        'A bucket on Amazon S3 or a compatible server. Empty: files are stored in UPLOADS_DIR. ' +
        'Instances that do not share that folder need a bucket.',
    }),
    S3_ENDPOINT: defineSetting({
      schema: webUrl,
      property: null,
      description: "Default: Amazon's endpoint for S3_REGION",
      checkInProduction: checkHttps,
    }),
    S3_REGION: defineSetting({
      schema: text,
      default: 'us-east-1',
      property: null,
    }),
    S3_ACCESS_KEY_ID: defineSetting({
      schema: text,
      property: null,
    }),
    S3_SECRET_ACCESS_KEY: defineSetting({
      schema: text,
      property: null,
    }),
    S3_FORCE_PATH_STYLE: defineSetting({
      schema: flag,
      default: 'false',
      property: null,
      description:
        'true: the bucket is part of the path instead of the host name, as most servers other ' +
        "than Amazon's require.",
    }),
  },
})
