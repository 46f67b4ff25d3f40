import { existsSync, readdirSync, readFileSync } from "node:fs";

/**
 * Repositories that nothing is ever learnt from, by owner/name or by name alone: what is evaluated on them would mean
 * nothing. Beside these, those of every case in the evaluation folder.
 */
const EVALUATED = [
  // SWE-bench, Lite and Verified
  "astropy/astropy django/django matplotlib/matplotlib mwaskom/seaborn pallets/flask psf/requests pydata/xarray",
  "pylint-dev/pylint pytest-dev/pytest scikit-learn/scikit-learn sphinx-doc/sphinx sympy/sympy",
  // SWE-bench Multilingual
  "redis jq nushell ruff axum tokio coreutils bat ripgrep caddy hugo terraform gin prometheus druid lucene gson",
  "javaparser lombok rxjava axios babel docusaurus immutable-js three.js preact vuejs/core php-cs-fixer carbon",
  "laravel/framework phpspreadsheet jekyll fastlane fluentd fpm rubocop faker micropython valkey fmt nlohmann/json",
  // Loc-Bench, as far as known, and MuLocBench
  "scrapy ansible yt-dlp youtube-dl localstack transformers yolov5 keras fastapi manim rich sherlock thefuck odoo",
  "cpython home-assistant/core face_recognition",
  // Questions of experts and others that are measured later
  "express sinatra celery fastify etcd vite hutool leveldb httpx werkzeug trpc nginx okhttp cargo kafka spring-boot",
  "rails deno neovim curl postgres kubernetes react angular svelte pandas numpy pytorch airflow",
].join(" ").split(" ");

/**
 * Whether a repository, as owner/name, must not be learnt from.
 *
 * @param evalDir folder with further cases, one JSON object per line in files named `*-dev.jsonl`; default: none
 */
export function forbiddenIn(evalDir = ""): (repository: string) => boolean {
  const names = new Set(EVALUATED);
  const files = existsSync(evalDir) ? readdirSync(evalDir).filter((name) => name.endsWith("-dev.jsonl")) : [];
  for (const file of files) {
    for (const line of readFileSync(`${evalDir}/${file}`, "utf8").split("\n")) {
      if (line !== "") names.add(String(JSON.parse(line).repo).toLowerCase());
    }
  }
  return (repository) => {
    const full = repository.toLowerCase();
    return names.has(full) || names.has(full.slice(full.lastIndexOf("/") + 1));
  };
}
