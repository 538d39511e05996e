extension VendorShape {
  /// The known shapes, by the first byte of their text; those that start with a run have index 0.
  package static let byFirstByte: [[VendorShape]] = {
    var table = [[VendorShape]](repeating: [], count: 256)
    for shape in known {
      if case .text(let text)? = shape.pieces.first, let first = text.first {
        table[Int(first)].append(shape)
      } else {
        table[0].append(shape)
      }
    }
    return table
  }()

  /// From the vendors' documentation of their keys. Longer prefixes come before shorter ones of another kind.
  static let known: [VendorShape] = [
    VendorShape(.ageKey, "AGE-SECRET-KEY-1", .run(.upper, 58...58)),
    VendorShape(.airtable, "pat", .run(.alnum, 14...14), ".", .run(.hex, 64...64)),
    VendorShape(.anthropic, "sk-ant-", .run(.word, 24...200)),
    VendorShape(.atlassian, "ATATT3", .run(.word, 40...300)),
    VendorShape(.awsAccessKey, "AKIA", .run(.upper, 16...16)),
    VendorShape(.awsAccessKey, "ASIA", .run(.upper, 16...16)),
    VendorShape(.awsAccessKey, "ABIA", .run(.upper, 16...16)),
    VendorShape(.azureStorageKey, "AccountKey=", .run(.base64, 86...86), "=="),
    VendorShape(.databricks, "dapi", .run(.hex, 32...32)),
    VendorShape(.digitalOcean, "dop_v1_", .run(.hex, 64...64)),
    VendorShape(.digitalOcean, "doo_v1_", .run(.hex, 64...64)),
    VendorShape(.digitalOcean, "dor_v1_", .run(.hex, 64...64)),
    VendorShape(.dockerHub, "dckr_pat_", .run(.word, 27...40)),
    VendorShape(.doppler, "dp.pt.", .run(.alnum, 40...44)),
    VendorShape(.github, "ghp_", .run(.alnum, 36...251)),
    VendorShape(.github, "gho_", .run(.alnum, 36...251)),
    VendorShape(.github, "ghu_", .run(.alnum, 36...251)),
    VendorShape(.github, "ghs_", .run(.alnum, 36...251)),
    VendorShape(.github, "ghr_", .run(.alnum, 36...251)),
    VendorShape(.github, "github_pat_", .run(.word, 40...251)),
    VendorShape(.gitlab, "glpat-", .run(.word, 20...100)),
    VendorShape(.gitlab, "gldt-", .run(.word, 20...100)),
    VendorShape(.gitlab, "glrt-", .run(.word, 20...100)),
    VendorShape(.gitlab, "glptt-", .run(.word, 20...100)),
    VendorShape(.googleAPIKey, "AIza", .run(.word, 35...35)),
    VendorShape(.googleOAuth, "ya29.", .run(.word, 20...500)),
    VendorShape(.googleOAuth, "GOCSPX-", .run(.word, 28...28)),
    VendorShape(.googleOAuth, "1//0", .run(.word, 40...200)),
    VendorShape(.grafana, "glsa_", .run(.alnum, 32...32), "_", .run(.hex, 8...8)),
    VendorShape(.heroku, "HRKU-", .run(.word, 36...80)),
    VendorShape(.huggingFace, "hf_", .run(.alnum, 34...40)),
    VendorShape(.linear, "lin_api_", .run(.alnum, 40...48)),
    VendorShape(.mailchimp, .run(.hex, 32...32), "-us", .run(.digit, 1...2)),
    VendorShape(.mailgun, "key-", .run(.hex, 32...32)),
    VendorShape(.newRelic, "NRAK-", .run(.upper, 27...27)),
    VendorShape(.notion, "secret_", .run(.alnum, 43...43)),
    VendorShape(.notion, "ntn_", .run(.alnum, 40...60)),
    VendorShape(.npm, "npm_", .run(.alnum, 36...36)),
    VendorShape(.openAI, "sk-proj-", .run(.word, 24...250)),
    VendorShape(.openAI, "sk-svcacct-", .run(.word, 24...250)),
    VendorShape(.openAI, "sk-admin-", .run(.word, 24...250)),
    VendorShape(.openAI, "sk-", .run(.alnum, 40...60)),
    VendorShape(.planetScale, "pscale_tkn_", .run(.word, 32...64)),
    VendorShape(.postman, "PMAK-", .run(.hex, 24...24), "-", .run(.hex, 34...34)),
    VendorShape(.pypi, "pypi-", .run(.word, 50...300)),
    VendorShape(.sendGrid, "SG.", .run(.word, 22...22), ".", .run(.word, 43...43)),
    VendorShape(.shopify, "shpat_", .run(.hex, 32...32)),
    VendorShape(.shopify, "shpca_", .run(.hex, 32...32)),
    VendorShape(.shopify, "shppa_", .run(.hex, 32...32)),
    VendorShape(.shopify, "shpss_", .run(.hex, 32...32)),
    VendorShape(.slack, "xoxb-", .run(.word, 20...200)),
    VendorShape(.slack, "xoxp-", .run(.word, 20...200)),
    VendorShape(.slack, "xoxa-", .run(.word, 20...200)),
    VendorShape(.slack, "xoxr-", .run(.word, 20...200)),
    VendorShape(.slack, "xoxs-", .run(.word, 20...200)),
    VendorShape(.slack, "xoxe-", .run(.word, 20...200)),
    VendorShape(.slack, "xapp-", .run(.word, 20...200)),
    VendorShape(
      .slackWebhook, "https://hooks.slack.com/services/", .run(.upper, 8...12), "/", .run(.upper, 8...12), "/",
      .run(.alnum, 18...30)),
    VendorShape(.square, "sq0atp-", .run(.word, 22...22)),
    VendorShape(.square, "sq0csp-", .run(.word, 43...43)),
    VendorShape(.stripe, "sk_live_", .run(.alnum, 16...250)),
    VendorShape(.stripe, "sk_test_", .run(.alnum, 16...250)),
    VendorShape(.stripe, "rk_live_", .run(.alnum, 16...250)),
    VendorShape(.stripe, "rk_test_", .run(.alnum, 16...250)),
    VendorShape(.stripe, "whsec_", .run(.alnum, 24...64)),
    VendorShape(.supabase, "sbp_", .run(.hex, 40...40)),
    VendorShape(.telegram, .run(.digit, 8...10), ":AA", .run(.word, 33...33)),
    VendorShape(.twilio, "SK", .run(.hex, 32...32)),
    VendorShape(.vault, "hvs.", .run(.word, 24...200)),
    VendorShape(.azureClientSecret, .run(.alnum, 3...3), .run(.digit, 1...1), "Q~", .run(.tilde, 31...34)),
  ]
}
