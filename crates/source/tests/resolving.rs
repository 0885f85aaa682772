//! Calls of libraries with a capability, each resolved by its import, and handlers with a call of unknown effect.

use vetgate_source::{Tool, Tree, TreeFile, analyze};

/// A Python tool `t(v: str)` with this body, below these lines.
fn python(head: &str, body: &str) -> Tool {
    let body: String = body.lines().map(|line| format!("    {line}\n")).collect();
    let text = format!(
        "import os, json\nfrom mcp.server.fastmcp import FastMCP\nmcp = FastMCP('x')\n{head}\n@mcp.tool()\n\
         def t(v: str) -> str:\n{body}"
    );
    only("server.py", &text)
}

/// A TypeScript tool with `v: string`.
fn script(head: &str, body: &str) -> Tool {
    let text = format!(
        "import {{ McpServer }} from '@modelcontextprotocol/sdk/server/mcp.js';\nimport {{ z }} from 'zod';\n{head}\n\
         const server = new McpServer({{ name: 'x', version: '1' }});\n\
         server.tool('t', {{ v: z.string() }}, async ({{ v }}) => {{\n{body}\n}});\n"
    );
    only("server.ts", &text)
}

fn only(path: &str, text: &str) -> Tool {
    let mut analysis = analyze(&Tree::of(vec![TreeFile { path: path.into(), text: Ok(text.into()) }]));
    assert_eq!(analysis.tools.len(), 1, "the tool is found in\n{text}");
    assert!(analysis.files[0].problems.is_empty(), "{:?} in\n{text}", analysis.files[0].problems);
    analysis.tools.remove(0)
}

fn tags(tool: &Tool) -> String {
    let mut tags: Vec<&str> = tool.reaches.iter().filter_map(|reach| Some(reach.tag?.name())).collect();
    tags.sort_unstable();
    tags.dedup();
    tags.join(" ")
}

/// Compares tags of every row, and that each is resolved.
fn compare(rows: &[(&str, &str, &str)], tool: impl Fn(&str, &str) -> Tool) {
    let mut wrong = vec![];
    for (head, body, expected) in rows {
        let tool = tool(head, body);
        let found = tags(&tool);
        let has_all = expected.split_whitespace().all(|tag| found.split(' ').any(|known| known == tag));
        if !has_all || (expected.is_empty() && !found.is_empty()) {
            wrong.push(format!("{body:?}: `{found}` instead of `{expected}`; unresolved {:?}", tool.unresolved));
        } else if let Some((call, _)) = &tool.unresolved {
            wrong.push(format!("{body:?}: unresolved {call}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

const DJANGO: &str = "from django.db import models\nclass Note(models.Model):\n    title = models.CharField()\n";
const ALCHEMY: &str = "from sqlalchemy import create_engine, select, insert, delete, update, text\n\
    from sqlalchemy.orm import Session, sessionmaker, DeclarativeBase\nclass Base(DeclarativeBase):\n    pass\n\
    class Note(Base):\n    __tablename__ = 'n'\nengine = create_engine('sqlite://')\nmake = sessionmaker(bind=engine)\n";

#[test]
fn python_mappers_write_and_read_databases() {
    let sqlmodel = "from sqlmodel import SQLModel, Session, create_engine, select\nclass Note(SQLModel, table=True):\n    \
        title: str\nengine = create_engine('sqlite://')\n";
    let peewee =
        "import peewee\nclass Base(peewee.Model):\n    pass\nclass Note(Base):\n    title = peewee.CharField()\n";
    let tortoise = "from tortoise.models import Model\nfrom tortoise import fields\nclass Note(Model):\n    \
        title = fields.TextField()\n";
    compare(
        &[
            (DJANGO, "n = Note(title=v)\nn.save()\nreturn 'ok'", "db_write"),
            (DJANGO, "Note.objects.create(title=v)\nreturn 'ok'", "db_write"),
            (DJANGO, "Note.objects.get(id=v).delete()\nreturn 'ok'", "db_write"),
            (DJANGO, "return [n.title for n in Note.objects.filter(title=v).order_by('id')]", "db_query"),
            (ALCHEMY, "with Session(engine) as s:\n    s.add(Note(title=v))\n    s.commit()\nreturn 'ok'", "db_write"),
            (ALCHEMY, "s = make()\ns.delete(s.get(Note, v))\ns.commit()\nreturn 'ok'", "db_query db_write"),
            (ALCHEMY, "with make() as s:\n    return str(s.query(Note).filter_by(id=v).all())", "db_query"),
            (ALCHEMY, "with Session(engine) as s:\n    return str(s.execute(select(Note)).all())", "db_query"),
            (
                ALCHEMY,
                "with engine.begin() as c:\n    c.execute(insert(Note).values(title=v))\nreturn 'ok'",
                "db_write",
            ),
            (ALCHEMY, "with engine.connect() as c:\n    return str(c.execute(text('SELECT 1')).all())", "db_query"),
            (sqlmodel, "with Session(engine) as s:\n    s.add(Note(title=v))\n    s.commit()\nreturn 'ok'", "db_write"),
            (sqlmodel, "with Session(engine) as s:\n    return str(s.exec(select(Note)).all())", "db_query"),
            (peewee, "Note.create(title=v)\nreturn 'ok'", "db_write"),
            (peewee, "Note(title=v).save()\nreturn 'ok'", "db_write"),
            (peewee, "return str([n.title for n in Note.select().where(Note.title == v)])", "db_query"),
            (tortoise, "Note.create(title=v)\nreturn 'ok'", "db_write"),
            (tortoise, "return str(Note.filter(title=v))", "db_query"),
        ],
        python,
    );
    let read = python(ALCHEMY, "with Session(engine) as s:\n    return str(s.execute(select(Note)).all())");
    assert_eq!(tags(&read), "db_query", "a select does not write");
}

#[test]
fn script_mappers_write_and_read_databases() {
    let mongoose = "import mongoose, { Schema, model } from 'mongoose';\nconst Note = model('Note', new Schema({}));";
    let prisma = "import { PrismaClient } from '@prisma/client';\nconst prisma = new PrismaClient();";
    let typeorm = "import { DataSource, BaseEntity } from 'typeorm';\nclass Note extends BaseEntity {}\n\
        const source = new DataSource({});\nconst notes = source.getRepository(Note);";
    let sequelize = "import { Sequelize, Model } from 'sequelize';\nconst db = new Sequelize('x');\n\
        class Note extends Model {}\nconst Tag = db.define('tag', {});";
    let knex = "import knex from 'knex';\nconst db = knex({ client: 'pg' });";
    let drizzle = "import { drizzle } from 'drizzle-orm/node-postgres';\nimport { eq } from 'drizzle-orm';\n\
        const notes = {};\nconst db = drizzle('x');";
    let ok = |call: &str| format!("{call};\nreturn {{ content: [{{ type: 'text', text: 'ok' }}] }};");
    let rows = [
        (mongoose, "await Note.create({ v })", "db_write"),
        (mongoose, "const n = new Note({ v }); await n.save()", "db_write"),
        (mongoose, "await Note.find({ v }).sort({ a: 1 }).limit(3)", "db_query"),
        (prisma, "await prisma.note.create({ data: { v } })", "db_write"),
        (prisma, "await prisma.note.findMany({ where: { v } })", "db_query"),
        (typeorm, "await notes.save({ v })", "db_write"),
        (typeorm, "const n = new Note(); await n.save()", "db_write"),
        (typeorm, "await notes.findOneBy({ v })", "db_query"),
        (sequelize, "await Note.create({ v })", "db_write"),
        (sequelize, "await Tag.findAll()", "db_query"),
        (knex, "await db('notes').insert({ v })", "db_write"),
        (knex, "await db('notes').select('v')", "db_query"),
        (drizzle, "await db.insert(notes).values({ v })", "db_write"),
        (drizzle, "await db.select().from(notes).where(eq(notes.a, v))", "db_query"),
        (drizzle, "await db.query.notes.findMany()", "db_query"),
        (
            "import postgres from 'postgres';\nconst sql = postgres('x');",
            "await sql`select * from t where a = ${v}`",
            "db_query",
        ),
    ];
    let bodies: Vec<String> = rows.iter().map(|(_, call, _)| ok(call)).collect();
    let rows: Vec<(&str, &str, &str)> =
        rows.iter().zip(&bodies).map(|((head, _, tags), body)| (*head, body.as_str(), *tags)).collect();
    compare(&rows, script);
}

#[test]
fn clients_of_services_send_requests() {
    compare(
        &[
            ("import boto3\ns3 = boto3.client('s3')", "return str(s3.list_objects_v2(Bucket=v))", "net_egress"),
            (
                "import boto3",
                "return boto3.resource('s3').Bucket(v).name or str(boto3.client('s3').get_object(Key=v))",
                "net_egress",
            ),
            (
                "from google.cloud import storage",
                "return storage.Client().bucket(v).blob('x').download_as_text()",
                "net_egress",
            ),
            (
                "from azure.storage.blob import BlobServiceClient\nc = BlobServiceClient('x')",
                "return str(c.list_containers())",
                "net_egress",
            ),
            (
                "from github import Github\ng = Github(os.environ['GITHUB_TOKEN'])",
                "return g.get_repo(v).get_readme().content",
                "net_egress",
            ),
            (
                "from slack_sdk import WebClient\nc = WebClient(token=os.environ['SLACK_TOKEN'])",
                "return str(c.chat_postMessage(channel='#a', text=v))",
                "net_egress",
            ),
            ("import stripe", "return str(stripe.Customer.create(email=v))", "net_egress"),
            (
                "from twilio.rest import Client\nc = Client('a', 'b')",
                "return c.messages.create(to=v, body='x').sid",
                "net_egress",
            ),
            (
                "from openai import OpenAI\nc = OpenAI()",
                "return c.chat.completions.create(model='m', messages=[v]).choices[0].message.content",
                "net_egress",
            ),
            (
                "import anthropic\nc = anthropic.Anthropic()",
                "return str(c.messages.create(model='m', messages=[v]))",
                "net_egress",
            ),
            (
                "from notion_client import Client\nn = Client(auth='x')",
                "return str(n.pages.create(title=v))",
                "net_egress",
            ),
            ("from jira import JIRA\nj = JIRA('https://x')", "return str(j.search_issues(v))", "net_egress"),
            (
                "from googleapiclient.discovery import build\ns = build('drive', 'v3')",
                "return str(s.files().list(q=v).execute())",
                "net_egress",
            ),
        ],
        python,
    );
    let rows = [
        (
            "import { Octokit } from '@octokit/rest';\nconst o = new Octokit({ auth: process.env.GITHUB_TOKEN });",
            "const r = await o.rest.issues.create({ title: v }); return { content: [{ type: 'text', text: JSON.stringify(r.data) }] };",
            "net_egress",
        ),
        (
            "import { WebClient } from '@slack/web-api';\nconst c = new WebClient(process.env.SLACK_TOKEN);",
            "await c.chat.postMessage({ channel: 'a', text: v }); return { content: [] };",
            "net_egress",
        ),
        (
            "import Stripe from 'stripe';\nconst s = new Stripe('x');",
            "await s.customers.create({ email: v }); return { content: [] };",
            "net_egress",
        ),
        (
            "import OpenAI from 'openai';\nconst o = new OpenAI();",
            "await o.chat.completions.create({ messages: [v] }); return { content: [] };",
            "net_egress",
        ),
        (
            "import Anthropic from '@anthropic-ai/sdk';\nconst a = new Anthropic();",
            "await a.messages.create({ messages: [v] }); return { content: [] };",
            "net_egress",
        ),
        (
            "import { Client } from '@notionhq/client';\nconst n = new Client({});",
            "await n.pages.create({ v }); return { content: [] };",
            "net_egress",
        ),
        (
            "import { LinearClient } from '@linear/sdk';\nconst l = new LinearClient({});",
            "await l.createIssue({ title: v }); return { content: [] };",
            "net_egress",
        ),
        (
            "import { S3Client, GetObjectCommand } from '@aws-sdk/client-s3';\nconst s3 = new S3Client({});",
            "await s3.send(new GetObjectCommand({ Key: v })); return { content: [] };",
            "net_egress",
        ),
    ];
    compare(&rows, script);
}

#[test]
fn listening_is_an_ingress() {
    compare(
        &[
            ("import socket", "s = socket.socket()\ns.bind(('', 80))\ns.listen()\nreturn 'ok'", "net_ingress"),
            (
                "from http.server import HTTPServer, SimpleHTTPRequestHandler",
                "HTTPServer(('', 80), SimpleHTTPRequestHandler).serve_forever()\nreturn 'ok'",
                "net_ingress",
            ),
            ("import uvicorn", "uvicorn.run('app:app', port=80)\nreturn 'ok'", "net_ingress"),
            ("import asyncio", "asyncio.start_server(None, '', 80)\nreturn 'ok'", "net_ingress"),
        ],
        python,
    );
    compare(
        &[
            ("import net from 'node:net';", "net.createServer().listen(80); return { content: [] };", "net_ingress"),
            (
                "import http from 'node:http';",
                "http.createServer(() => {}).listen(80); return { content: [] };",
                "net_ingress",
            ),
            (
                "import express from 'express';",
                "const app = express(); app.listen(80); return { content: [] };",
                "net_ingress",
            ),
            ("", "Bun.serve({ port: 80 }); return { content: [] };", "net_ingress"),
            ("", "Deno.serve({ port: 80 }, () => {}); return { content: [] };", "net_ingress"),
        ],
        script,
    );
}

#[test]
fn a_secret_counts_where_the_answer_can_hold_it() {
    compare(
        &[
            ("", "return os.environ[v]", "secret_access"),
            ("", "return os.environ.get(v, '')", "secret_access"),
            ("", "return os.getenv(v) or 'unset'", "secret_access"),
            ("", "return json.dumps(os.environ.copy())", "secret_access"),
            ("", "return json.dumps(dict(os.environ))", "secret_access"),
            ("", "return str(os.environ)", "secret_access"),
            ("", "return os.environ['API_KEY']", "secret_access"),
            ("KEY = os.environ['API_KEY']", "return f'the key is {KEY}'", "secret_access"),
            ("", "return os.environ['HOME']", ""),
            ("", "if v not in ('HOME', 'LANG'):\n    raise ValueError(v)\nreturn os.environ[v]", ""),
            (
                "import requests",
                "r = requests.get('https://x', headers={'X': os.environ['API_KEY']})\nreturn r.text",
                "net_egress",
            ),
        ],
        python,
    );
    let own =
        python("import requests", "r = requests.get('https://x', headers={'X': os.environ['API_KEY']})\nreturn r.text");
    assert_eq!(tags(&own), "net_egress", "the server's own token");
    let child = python("import subprocess", "subprocess.run(['ls'], env=dict(os.environ))\nreturn 'ok'");
    assert_eq!(tags(&child), "exec");
    let unknown = python("import acme\nc = acme.Client(os.environ['API_KEY'])", "return c.title(v)");
    assert_eq!(tags(&unknown), "", "what an unknown client returns is not its token");
    compare(
        &[
            ("", "return { content: [{ type: 'text', text: process.env[v] ?? '' }] };", "secret_access"),
            ("", "return { content: [{ type: 'text', text: JSON.stringify({ ...process.env }) }] };", "secret_access"),
            ("", "return { content: [{ type: 'text', text: JSON.stringify(process.env) }] };", "secret_access"),
            ("", "return { content: [{ type: 'text', text: process.env.API_KEY }] };", "secret_access"),
            ("", "return { content: [{ type: 'text', text: process.env.HOME }] };", ""),
        ],
        script,
    );
}

#[test]
fn a_second_effect_beside_the_request_is_seen() {
    let docker = "import docker\nd = docker.from_env()";
    let mode = "MODE = os.environ.get('MODE', 'w')";
    compare(
        &[
            (
                "import boto3\nc = boto3.client('s3')",
                "c.download_file('b', v, 'x')\nreturn 'ok'",
                "net_egress fs_write",
            ),
            (docker, "return str(d.containers.run('alpine', v))", "net_egress exec"),
            (mode, "with open(v, MODE) as f:\n    f.write('x')\nreturn 'ok'", "fs_write"),
        ],
        python,
    );
}

#[test]
fn a_function_that_is_handed_to_a_thread_is_called() {
    let head = "import asyncio, requests, acme\nfrom concurrent.futures import ThreadPoolExecutor\n";
    compare(
        &[
            (head, "r = asyncio.to_thread(requests.get, v)\nreturn r.text", "net_egress"),
            (head, "asyncio.get_event_loop().run_in_executor(None, os.remove, v)\nreturn 'ok'", "fs_write"),
            (head, "with ThreadPoolExecutor() as e:\n    return e.submit(requests.get, v).result().text", "net_egress"),
            (head, "print(v)\nreturn list(map(os.remove, [v]))", "fs_write"),
        ],
        python,
    );
    let unknown = python(head, "asyncio.to_thread(acme.save, v)\nreturn 'ok'");
    assert!(unknown.unresolved.is_some());
}

#[test]
fn a_call_of_unknown_effect_is_named() {
    let named = |tool: Tool| tool.unresolved.map(|(call, place)| format!("{call}@{}", place.line)).unwrap_or_default();
    let class = "from app.models import Note";
    assert_eq!(named(python(class, "n = Note(title=v)\nn.save()\nreturn 'ok'")), "Note()@7");
    assert_eq!(named(python("def save(note):\n    note.save()\n", "save(v)\nreturn 'ok'")), "note.save()@5");
    assert_eq!(named(python("import acme\nc = acme.Client()", "return c.pages.create(v).title")), "c.pages.create()@8");
    assert_eq!(named(python("", "return sorted(v.split(','))[0].upper() + json.dumps({'a': len(v)})")), "");
    let helper = "def inner(x):\n    return missing(x)\ndef outer(x):\n    return inner(x)\n";
    assert_eq!(named(python(helper, "return outer(v)")), "missing()@5");
    let wait = "await new Promise((resolve) => setTimeout(resolve, 5)); const m = new Map(); m.set(v, 1); m.delete(v);\n\
        const l = v.split(','); l.splice(0, 1); l.splice(0, 1);\n\
        return new Promise((resolve, reject) => { if (v) { resolve({ content: [] }); } else { reject(new Error(v)); } });";
    assert_eq!(named(script("", wait)), "");
    let text = "return { content: [{ type: 'text', text: v.trim().split(',').map((x) => x.length).join() }] };";
    assert_eq!(named(script("", text)), "");
    assert_eq!(
        named(script("import { a } from 'acme';", "await a.b.save(v); return { content: [] };")),
        "a.b.save()@6"
    );
}
