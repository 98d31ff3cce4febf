"""The tables, as SQLite and PostgreSQL both run them.

Times are integer microseconds UTC. Every table but `meta` and `leases` begins its key with the
user. Tombstones outlive their user, so they alone of a user's tables do not hang on `users`. Facts and entities are clustered by user (`WITHOUT ROWID` on SQLite), messages are not.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKeyConstraint,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
)

metadata = MetaData()

meta = Table(
    "meta",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)

users = Table(
    "users",
    metadata,
    Column("user_id", Text, primary_key=True),
    Column("revision", BigInteger, nullable=False, default=0),
    Column("built_revision", BigInteger),
    Column("built_settings", Text),
    Column("pending", Integer, nullable=False, default=0),
    Column("refresh", Text),
    Column("swaps", BigInteger, nullable=False, server_default="0"),
)


def _of_user(*names: str) -> ForeignKeyConstraint:
    return ForeignKeyConstraint(names, ["users.user_id"], ondelete="CASCADE")


messages = Table(
    "messages",
    metadata,
    Column("user_id", Text, primary_key=True),
    Column("conversation_id", Text, primary_key=True),
    Column("message_id", Text, primary_key=True),
    Column("role", Text, nullable=False),
    Column("author", Text),
    Column("text", Text, nullable=False),
    Column("time", BigInteger),
    Column("position", BigInteger, nullable=False),
    Column("source", Text, nullable=False),
    Column("id_origin", Text, nullable=False),
    Column("foreign_spans", Text, nullable=False),
    Column("attachments", Text, nullable=False),
    Column("redacted", Text, nullable=False, server_default="[]"),
    _of_user("user_id"),
)

corrections = Table(
    "corrections",
    metadata,
    Column("user_id", Text, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("body", Text, nullable=False),
    _of_user("user_id"),
)

tombstones = Table(
    "tombstones",
    metadata,
    Column("user_id", Text, primary_key=True),
    Column("scope", Text, primary_key=True),
    Column("digest", Text, primary_key=True),
    Column("length", Integer, nullable=False),
    Column("time", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

answers = Table(
    "answers",
    metadata,
    Column("user_id", Text, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("aside", Boolean, primary_key=True),
    Column("content", Text, nullable=False),
    Column("conversation_id", Text, nullable=False),
    Column("message_ids", Text, nullable=False),
    Column("extractor", Text, nullable=False),
    Column("version", Text, nullable=False),
    Column("model", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("body", Text, nullable=False),
    Column("rejected", Text, nullable=False),
    _of_user("user_id"),
    sqlite_with_rowid=False,
)

failures = Table(
    "failures",
    metadata,
    Column("user_id", Text, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("runs", Integer, nullable=False),
    Column("reason", Text, nullable=False),
    Column("message_ids", Text, nullable=False),
    _of_user("user_id"),
    sqlite_with_rowid=False,
)

entities = Table(
    "entities",
    metadata,
    Column("user_id", Text, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("body", Text, nullable=False),
    _of_user("user_id"),
    sqlite_with_rowid=False,
)

facts = Table(
    "facts",
    metadata,
    Column("user_id", Text, primary_key=True),
    Column("fact_id", Text, primary_key=True),
    Column("source", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("target", Text, nullable=False),
    Column("polarity", Integer, nullable=False),
    Column("open", Boolean, nullable=False),
    Column("body", Text, nullable=False),
    _of_user("user_id"),
    sqlite_with_rowid=False,
)

rejections = Table(
    "rejections",
    metadata,
    Column("user_id", Text, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("reason", Text, nullable=False),
    Column("message_ids", Text, nullable=False),
    Column("detail", Text, nullable=False),
    Column("relation", Text),
    _of_user("user_id"),
    sqlite_with_rowid=False,
)

personas = Table(
    "personas",
    metadata,
    Column("user_id", Text, primary_key=True),
    Column("as_of", BigInteger),
    Column("extractor", Text, nullable=False),
    Column("body", Text, nullable=False),
    _of_user("user_id"),
    sqlite_with_rowid=False,
)

rebuilds = Table(
    "rebuilds",
    metadata,
    Column("user_id", Text, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("time", BigInteger),
    Column("as_of", BigInteger),
    Column("extractor", Text, nullable=False),
    Column("version", Text, nullable=False),
    Column("settings", Text, nullable=False),
    Column("facts", Integer, nullable=False),
    Column("entities", Integer, nullable=False),
    Column("lines", Integer, nullable=False),
    Column("body", Text, nullable=False),
    _of_user("user_id"),
    sqlite_with_rowid=False,
)

indexes = Table(
    "indexes",
    metadata,
    Column("user_id", Text, primary_key=True),
    Column("edition", BigInteger, nullable=False),
    Column("version", Text, nullable=False),
    _of_user("user_id"),
    sqlite_with_rowid=False,
)

pages = Table(
    "pages",
    metadata,
    Column("user_id", Text, primary_key=True),
    Column("name", Text, primary_key=True),
    Column("body", LargeBinary, nullable=False),
    _of_user("user_id"),
)

notes = Table(
    "notes",
    metadata,
    Column("user_id", Text, primary_key=True),
    Column("revision", BigInteger, primary_key=True),
    Column("body", Text, nullable=False),
    _of_user("user_id"),
    sqlite_with_rowid=False,
)

leases = Table(
    "leases",
    metadata,
    Column("name", Text, primary_key=True),
    Column("holder", Text, nullable=False),
    Column("until", BigInteger, nullable=False),
)

VIEWS = (entities, facts, rejections, personas)
"""What is recomputed whole; dropping it loses nothing."""
