import type { Messages } from '@/lib/i18n/messages'

/** Yöneticiler için tek bir kullanıcının sayfası. */
export const userDetail: Messages['userDetail'] = {
  title: 'Kullanıcı',
  back: 'Tüm kullanıcılar',
  you: 'Bu sizsiniz',
  statuses: {
    pending: 'Onay bekliyor',
    active: 'Etkin',
    deactivated: 'Devre dışı',
    deleted: 'Silindi',
  },
  id: 'Kimlik',
  copyId: 'Kimliği kopyala',
  copied: 'Kopyalandı',
  cancel: 'Vazgeç',
  actions: 'Bu hesapla ilgili işlemler',
  outranked:
    'Buraya bakabilir ama hiçbir şeyi değiştiremezsiniz: bu kişide sizde olmayan izinler var. Bu izinlere sahip birine başvurun.',
  outrankedBy: 'Sizde olmayanlar: {permissions}',
  lastAdministrator:
    'Bu, son etkin yönetici. Devre dışı bırakılmadan, silinmeden veya rolü alınmadan önce admin rolünü başka bir etkin hesaba verin.',
  moves: {
    activate: {
      submit: 'Etkinleştir',
      title: '{person} etkinleştirilsin mi?',
      text: 'Yeniden giriş yapabilir. Sonlandırılmış oturumlar kapalı kalır.',
      pendingText:
        '{email} adresini onaylamadan giriş yapabilir. Bunu yalnızca adresin ona ait olduğunu biliyorsanız yapın.',
      done: '{person} yeniden giriş yapabilir.',
    },
    deactivate: {
      submit: 'Devre dışı bırak',
      title: '{person} devre dışı bırakılsın mı?',
      text: 'Tüm oturumları hemen kapanır, e-postalardaki bağlantılar geçersiz olur ve biri hesabı etkinleştirene kadar giriş yapamaz.',
      ownText:
        'Bu sizin hesabınız. Oturumunuz hemen kapanır ve başka bir yönetici etkinleştirene kadar giriş yapamazsınız.',
      done: '{person} devre dışı; tüm oturumları kapatıldı.',
    },
    delete: {
      submit: 'Sil',
      title: '{person} silinsin mi?',
      text: 'Tüm oturumları hemen kapanır ve artık giriş yapamaz. Adres ayrılmış kalır; hesap geri yüklenebilir.',
      ownText: 'Bu sizin hesabınız. Oturumunuz hemen kapanır ve hesabı yalnızca başkası geri yükleyebilir.',
      done: '{person} silindi; tüm oturumları kapatıldı.',
    },
    restore: {
      submit: 'Geri yükle',
      title: '{person} geri yüklensin mi?',
      text: 'Hesap, silinmeden önceki durumuna aynı rollerle döner. Eski oturumlar ve bağlantılar geçersiz kalır.',
      done: '{person} geri yüklendi.',
    },
  },
  refusals: {
    precondition_failed:
      'Hiçbir şey kaydedilmedi: bu hesabı bu arada başka biri değiştirdi. Şu anki durumu budur. İnceleyin, sonra yeniden deneyin.',
    conflict: 'Hiçbir şey kaydedilmedi: bu hesap silinmiş. İstiyorsanız önce geri yükleyin.',
    validation_failed:
      'Hiçbir şey kaydedilmedi: rollerden biri bu arada yeniden adlandırıldı veya silindi. Şu anki roller bunlar.',
    privilege_escalation:
      'Hiçbir şey kaydedilmedi: sizde olmayan izinleri veremez, bu izinlere sahip birini değiştiremezsiniz.',
    mfa_not_enabled: 'Hiçbir şey değişmedi: iki adımlı giriş zaten kapalı.',
    last_admin: 'Hiçbir şey kaydedilmedi: bu, son etkin yönetici. Önce bir başkasını yönetici yapın.',
  },
  profile: {
    title: 'Profil',
    created: 'Kayıt',
    invited: 'Davet',
    lastSignIn: 'Son giriş',
    never: 'Hiç',
    changed: 'Son değişiklik',
    language: 'Dil',
    noLanguage: 'Tarayıcıdaki gibi',
  },
  email: {
    title: 'E-posta adresi',
    change: 'Adresi değiştir',
    label: 'Yeni e-posta adresi',
    hint: 'Gönderilen e-postadaki bağlantı açılana kadar doğrulanmamış sayılır. Eski adrese haber verilir; oraya gönderilen bağlantılar geçersiz olur. Oturumlar açık kalır.',
    submit: 'Adresi değiştir',
    done: 'Adres değiştirildi. Yeni adrese onay isteyen bir e-posta gidiyor.',
  },
  roles: {
    title: 'Roller',
    lead: 'Bu kişinin neler yapabileceğini yalnızca rolleri belirler.',
    none: 'Rol yok.',
    notGrantable: 'Veremezsiniz: sizde olmayan izinler içeriyor.',
    notGrantableFor: 'Veremezsiniz: sizde olmayan izinler içeriyor ({permissions}).',
    kept: 'Son etkin yönetici bu rolde kalır.',
    system: 'Sistem',
    restoreFirst: 'Hesap geri yüklendiğinde roller yeniden değiştirilebilir.',
    submit: 'Rolleri kaydet',
    done: 'Roller kaydedildi. Açık oturumlarda da hemen geçerlidir.',
  },
  waysIn: {
    title: 'Giriş yolları',
    password: 'Parola',
    passwordSet: 'Belirlenmiş',
    passwordNone: 'Yok',
    factor: 'İki adımlı giriş',
    on: 'Açık',
    off: 'Kapalı',
    reset: 'Sıfırla',
    resetTitle: '{person} için iki adımlı giriş sıfırlansın mı?',
    resetText:
      'Yeniden kurulana kadar hesabı yalnızca parola açar. Tüm oturumlar kapanır ve kendisine e-posta gider. İsteyenin gerçekten o olduğundan emin olun.',
    done: '{person} için iki adımlı giriş kapalı. Yalnızca parolayla giriş yapıp yeniden kurabilir.',
    since: '{day} tarihinden beri',
    providers: 'Bağlı hesaplar',
    noProviders: 'Yok',
    providerSince: '{day} tarihinden beri, son kullanım {time}',
  },
  sessions: {
    title: 'Oturumlar',
    lead: 'Bu hesapta oturumu açık olan tarayıcılar ve uygulamalar.',
    none: 'Hiçbir yerde açık oturumu yok.',
    more: 'Daha eski oturumlar',
    first: 'En yeni oturumlar',
    end: 'Tüm oturumları kapat',
    endTitle: '{person} için tüm oturumlar kapatılsın mı?',
    endText:
      'Tüm tarayıcı ve uygulamaların erişimi hemen kesilir; yeniden giriş yapmaları gerekir. Hesap olduğu gibi kalır.',
    endOwnText: 'Bu sizin hesabınız: buradaki oturumunuz da kapanır.',
    done: '{person} için tüm oturumlar kapatıldı.',
  },
  permissions: {
    title: 'Geçerli izinler',
    lead: 'Rollerin toplamı ve her iznin hangi rolden geldiği.',
    inactive: 'Hesap etkin olmadığı sürece hiçbiri geçerli değildir.',
    permission: 'İzin',
    from: 'Kaynak',
    none: 'Yok: yalnızca kendi verileri.',
  },
  trail: {
    title: 'Denetim kaydı',
    lead: 'Bu kişinin yaptıkları ve hesaba yapılanlarla ilgili en yeni kayıtlar.',
    none: 'Henüz kayıt yok.',
    by: 'Yaptıklarının tümü',
    on: 'Bu hesaba yapılanların tümü',
  },
}
