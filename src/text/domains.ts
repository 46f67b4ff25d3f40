import language from "../../config/lexicon/language.json" with { type: "json" };
import debug from "../../config/lexicon/debug.json" with { type: "json" };
import web from "../../config/lexicon/web.json" with { type: "json" };
import security from "../../config/lexicon/security.json" with { type: "json" };
import database from "../../config/lexicon/database.json" with { type: "json" };
import concurrency from "../../config/lexicon/concurrency.json" with { type: "json" };
import network from "../../config/lexicon/network.json" with { type: "json" };
import files from "../../config/lexicon/files.json" with { type: "json" };
import devops from "../../config/lexicon/devops.json" with { type: "json" };
import frontend from "../../config/lexicon/frontend.json" with { type: "json" };
import mobile from "../../config/lexicon/mobile.json" with { type: "json" };
import testing from "../../config/lexicon/testing.json" with { type: "json" };
import dataMl from "../../config/lexicon/data_ml.json" with { type: "json" };
import textI18n from "../../config/lexicon/text_i18n.json" with { type: "json" };
import time from "../../config/lexicon/time.json" with { type: "json" };
import algorithms from "../../config/lexicon/algorithms.json" with { type: "json" };
import commerce from "../../config/lexicon/commerce.json" with { type: "json" };
import business from "../../config/lexicon/business.json" with { type: "json" };
import daily from "../../config/lexicon/daily.json" with { type: "json" };
import games from "../../config/lexicon/games.json" with { type: "json" };
import systems from "../../config/lexicon/systems.json" with { type: "json" };
import docsConfig from "../../config/lexicon/docs_config.json" with { type: "json" };
import engineering from "../../config/lexicon/engineering.json" with { type: "json" };
import git from "../../config/lexicon/git.json" with { type: "json" };
import verbs from "../../config/lexicon/verbs.json" with { type: "json" };
import nouns from "../../config/lexicon/nouns.json" with { type: "json" };
import qualities from "../../config/lexicon/qualities.json" with { type: "json" };
import general from "../../config/lexicon/general.json" with { type: "json" };
import phrases from "../../config/lexicon/phrases.json" with { type: "json" };
import brands from "../../config/lexicon/brands.json" with { type: "json" };
import taiwan from "../../config/lexicon/taiwan.json" with { type: "json" };

/**
 * One domain of the developer lexicon. A line is `Chinese: English, English`: a simplified Chinese word and its English
 * translations, the most common first. Lines instead of objects with lists, because a JavaScript engine loads a list of
 * strings in a third of the time, and loading delays the answer.
 */
export type Domain = readonly string[];

/** Domains by file name. Each Chinese word is in one domain only. */
export const DOMAINS: Readonly<Record<string, Domain>> = {
  language,
  debug,
  web,
  security,
  database,
  concurrency,
  network,
  files,
  devops,
  frontend,
  mobile,
  testing,
  data_ml: dataMl,
  text_i18n: textI18n,
  time,
  algorithms,
  commerce,
  business,
  daily,
  games,
  systems,
  docs_config: docsConfig,
  engineering,
  git,
  verbs,
  nouns,
  qualities,
  general,
  phrases,
  brands,
  taiwan,
};
